import { databaseOn, type MysqlDatabase } from './mysql-database.ts'

const address = process.env['ASSAY_TEST_MYSQL_URL']

/** Why the tests of MySQL itself are skipped; false when they run. */
export const mysqlAbsence: string | false = address
  ? false
  : 'ASSAY_TEST_MYSQL_URL is no address of a server of MySQL with its owner; `npm run engines -- mysql` unpacks and starts one and runs this'

/** A database of its own on the server of ASSAY_TEST_MYSQL_URL. */
export const mysqlSource = (): Promise<MysqlDatabase> => databaseOn(address ?? '')
