import { StatementRefused, StatementTooLarge } from '../connector.ts'

/**
 * The text as one that the grammar lets be nothing but a query: behind WITH or FROM an INSERT may follow, behind SELECT and
 * inside of parentheses nothing that changes anything.
 */
export function asQuery(sql: string): string {
  return /^(?:\s|\/\*[^*/]*\*\/)*(?:select|show|describe)\b/i.test(sql)
    ? sql
    : `select * from (${sql}\n) as query_of`
}

/** SQLSTATE of data, syntax, access, what is not supported, and what is too large: a repetition would end the same way. */
export const isFaultState = (state: string): boolean => /^(?:0A|21|22|23|42|44|53200|54)/.test(state)

/** The refusal of a statement for which the server has named such a state. */
export const refusedFor = (state: string, words: string): StatementRefused =>
  state === '53200' ? new StatementTooLarge(words) : new StatementRefused(words)

/** Words of an error in one line, without the picture of the statement that follows them, and without the codes before and behind them. */
export function plainWords(words: string): string {
  const [said = ''] = words.trim().split(/\n== |\n\n?JVM stacktrace|;\n'/)
  return (
    said
      .replace(/^\[[\w.]+\] /, '')
      .replace(/^Syntax error/, 'syntax error')
      .replace(/\s*SQLSTATE: \w{5}/, '')
      // Advice for who drops tables, behind every name that is not found.
      .replace(/\s*To tolerate the error on drop use DROP VIEW IF EXISTS or DROP TABLE IF EXISTS\./, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/\.$/, '')
  )
}
