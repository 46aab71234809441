import type { LexicalRules } from '../../sql/lexer.ts'
import { tokensOf } from '../../sql/lexer.ts'
import type { Statement } from '../../sql/print.ts'
import { trinoText } from '../trino/types.ts'

/** A value has at most 1,024 characters with its quotes. In bytes, which are never fewer, it fits however they are counted. */
const mostBytes = 1024

/** A statement as the service takes it. */
export interface BoundStatement {
  QueryString: string
  /** Expressions of the engine; without one the member is not allowed. */
  ExecutionParameters?: string[]
}

/** The values beside the statement as constants of the engine. A long one goes along in pieces, which the statement joins. */
export function boundStatement(
  { sql, parameters }: Pick<Statement, 'sql' | 'parameters'>,
  rules: LexicalRules,
): BoundStatement {
  if (parameters.length === 0) return { QueryString: sql }
  const pieces = parameters.map(piecesOf)
  const ExecutionParameters = pieces.flat().map(trinoText)
  if (pieces.every(({ length }) => length === 1)) return { QueryString: sql, ExecutionParameters }
  const marks = tokensOf(sql, rules, 'kept').filter(
    ({ kind, start, end }) => kind === 'symbol' && sql.slice(start, end) === '?',
  )
  if (marks.length !== pieces.length) throw new Error('A statement has other values than it names.')
  let QueryString = ''
  let from = 0
  for (const [index, { start, end }] of marks.entries()) {
    const joined = (pieces[index] ?? []).map(() => '?').join(' || ')
    QueryString += `${sql.slice(from, start)}${joined === '?' ? joined : `(${joined})`}`
    from = end
  }
  return { QueryString: QueryString + sql.slice(from), ExecutionParameters }
}

/** A value as one piece, or as several where it is too long; no character is cut. */
function piecesOf(value: string): string[] {
  if (Buffer.byteLength(trinoText(value)) <= mostBytes) return [value]
  const pieces: string[] = []
  let piece = ''
  let bytes = 2
  for (const character of value) {
    const more = character === "'" ? 2 : Buffer.byteLength(character)
    if (bytes + more > mostBytes) {
      pieces.push(piece)
      piece = ''
      bytes = 2
    }
    piece += character
    bytes += more
  }
  return [...pieces, piece]
}
