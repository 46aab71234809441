import { databaseOn, type MysqlDatabase } from './mysql-database.ts'

const address = process.env['ASSAY_TEST_MYSQL_URL']

/** Why the tests of MySQL itself are skipped; false when they run. */
export const mysqlAbsence: string | false = address
  ? false
  : 'ASSAY_TEST_MYSQL_URL is no address of a server of MySQL with its owner; `npm run engines -- mysql` unpacks and starts one and runs this'

/** A database of its own on the server of ASSAY_TEST_MYSQL_URL. */
export const mysqlSource = (): Promise<MysqlDatabase> => databaseOn(address ?? '')

/** The server ends a recursion after a thousand rounds, so whole numbers are made of their digits. */
const tens =
  '(select 0 as d union all values row(1), row(2), row(3), row(4), row(5), row(6), row(7), row(8), row(9))'
const places = ['a', 'b', 'c', 'e', 'f'].map((name) => `${tens} ${name}`).join(', ')
const hundredThousand = `(select 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d as x from ${places})`

/** A relation `numbers` of the column `x`, from 1 to 100,000. */
export const countable = `${hundredThousand} as numbers`

/** A relation that the server looks for rows of for minutes. */
export const endless = `${countable} join ${hundredThousand} as others on numbers.x * others.x = 3`
