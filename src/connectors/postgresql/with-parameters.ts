import { escapeLiteral } from 'pg'
import type { Question } from '../shared/first-statements.ts'

/** The text of a printed statement with its parameters in their places, for a message that takes none. */
export function withParameters({ sql, parameters }: Question): string {
  return sql.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g, (text, number?: string) =>
    number === undefined ? text : escapeLiteral(parameters[Number(number) - 1] ?? ''),
  )
}
