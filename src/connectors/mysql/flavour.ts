import { ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { mariadb } from '../../sql/dialects/mariadb.dialect.ts'
import { mysql } from '../../sql/dialects/mysql.dialect.ts'

/** The kind of server at the other end: a connection of either type accepts both, and speaks to it as it is. */
export interface MysqlFlavour {
  dialect: Dialect
  /** Statements that give a session its meaning, whatever the server's own settings are. */
  setup: readonly string[]
  /** Ends the statements that follow after so many seconds, should this service no longer be there to do it; null: never. */
  timeLimit(seconds: number | null): string
  /** Rewrites a quoted column whose values the server would not send whole, or take for others without a warning. */
  shown(quoted: string, field: DiscoveredField): string
}

// No ANSI_QUOTES and no NO_BACKSLASH_ESCAPES, as lexer.ts reads texts; no ERROR_FOR_DIVISION_BY_ZERO, NO_ZERO_DATE or
// NO_ZERO_IN_DATE, so that a division by zero is NULL and impossible dates stay the values that they are.
const sqlMode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'

const settings = [
  `sql_mode = '${sqlMode}'`,
  `time_zone = '+00:00'`,
  // client.ts reads some messages.
  `lc_messages = 'en_US'`,
  // Their own `default` would be what the server is told: all rows, and the digits that they have anywhere else.
  'sql_select_limit = 18446744073709551615',
  'div_precision_increment = 4',
  // A reader may take its time between two rows.
  'net_write_timeout = 86400',
  'wait_timeout = 86400',
]

const begin = [
  'set session transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
]

const ofMariadb: MysqlFlavour = {
  dialect: mariadb,
  setup: [
    'set names utf8mb4 collate utf8mb4_nopad_bin',
    `set session ${[...settings, `default_regex_flags = ''`, 'idle_transaction_timeout = 0', 'idle_readonly_transaction_timeout = 0'].join(', ')}`,
    ...begin,
  ],
  timeLimit: (seconds) => `set session max_statement_time = ${seconds ?? 0}`,
  shown: wholeFloat,
}

const ofMysql: MysqlFlavour = {
  dialect: mysql,
  setup: ['set names utf8mb4 collate utf8mb4_0900_bin', `set session ${settings.join(', ')}`, ...begin],
  timeLimit: (seconds) => `set session max_execution_time = ${Math.ceil((seconds ?? 0) * 1000)}`,
  // A column of these types becomes a number without a warning, whatever it holds; the value of a function does not.
  shown: (quoted, field) =>
    /^(?:tiny|medium|long)?text\b/i.test(field.native_type)
      ? `concat(${quoted}) as ${quoted}`
      : wholeFloat(quoted, field),
}

/** By what `select version()` answers; throws ServiceError `connection_failed` for a server that is too old. */
export function mysqlFlavour(version: string): MysqlFlavour {
  const isMariadb = /mariadb/i.test(version)
  const [major = 0, minor = 0, patch = 0] = (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
  const isOld = isMariadb ? isBefore([major, minor], [10, 5]) : isBefore([major, minor, patch], [8, 0, 17])
  if (isOld) {
    const needed = isMariadb ? 'MariaDB 10.5' : 'MySQL 8.0.17'
    throw new ServiceError(
      'connection_failed',
      `The server is version ${version}; ${needed} or newer is needed.`,
    )
  }
  return isMariadb ? ofMariadb : ofMysql
}

function isBefore(version: readonly number[], needed: readonly number[]): boolean {
  const at = needed.findIndex((part, index) => part !== version[index])
  return at !== -1 && (version[at] ?? 0) < (needed[at] ?? 0)
}

/**
 * These servers send only six digits of a FLOAT. Where those are not the value, it is shown as the double that it is; as a
 * double it also equals what a person writes: 1.1 in 32 bits is another number than 1.1.
 */
function wholeFloat(quoted: string, { native_type }: DiscoveredField): string {
  if (!/^float\b/i.test(native_type)) return quoted
  const short = `cast(${quoted} as char)`
  return `if(cast(${short} as float) = ${quoted}, cast(${short} as double), ${quoted} + 0e0) as ${quoted}`
}
