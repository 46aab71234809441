import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { retryAfterSeconds } from '../../kernel/retry-after.ts'
import { RequestRefusal } from '../shared/request-refusal.ts'
import { jsonOrNull, pageText } from '../shared/whole-answer.ts'

const columnSchema = Type.Object({
  name: Type.String(),
  type: Type.String(),
  precision: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  scale: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  length: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  nullable: Type.Optional(Type.Boolean()),
})
const rowsSchema = Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])))

/** A statement that has begun, and the first part of its rows when it has ended. */
export const statementSchema = Type.Object({
  code: Type.String(),
  statementHandle: Type.String(),
  resultSetMetaData: Type.Optional(
    Type.Object({
      numRows: Type.Number(),
      rowType: Type.Array(columnSchema),
      partitionInfo: Type.Optional(Type.Array(Type.Object({ rowCount: Type.Number() }))),
    }),
  ),
  data: Type.Optional(rowsSchema),
})
/** A later part of the rows. */
export const partSchema = Type.Object({ data: rowsSchema })
/** The answer to a cancelling, of which nothing is read. */
export const cancelledSchema = Type.Object({})

/** A column of a result; `length` counts characters. */
export type ResultColumn = Static<typeof columnSchema>
/** How far a statement is; columns and the first rows are there once it has ended. */
export type StatementAnswer = Static<typeof statementSchema>
/** The cells of a row as text, null for NULL. */
export type ResultRow = Static<typeof rowsSchema>[number]

const isRefusal = Compile(
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    sqlState: Type.Optional(Type.String()),
  }),
)

/** A request or a statement that Snowflake refused, with its own number for the reason; 422 is the status of a statement that failed. */
export class SnowflakeRefusal extends RequestRefusal {}

/** The JSON of an answer; throws SnowflakeRefusal for a refused request, and a plain Error for what is no answer of Snowflake. */
export async function jsonIn(answer: IncomingMessage): Promise<unknown> {
  const body = jsonOrNull(await bodyOf(answer))
  const status = answer.statusCode ?? 0
  if (status === 200 || status === 202) return body
  const retryAfter = retryAfterSeconds(answer.headers)
  if (isRefusal.Check(body)) throw new SnowflakeRefusal(body.message, body.code, status, retryAfter)
  // What stands between may answer before the service does.
  const words = `it answered with status ${status}`
  throw passing.has(status) ? new SnowflakeRefusal(words, '', status, retryAfter) : new Error(words)
}

const passing = new Set([429, 500, 502, 503, 504])

/** True for an answer that says "again, later". */
export const isPassing = (error: unknown): boolean =>
  error instanceof SnowflakeRefusal && passing.has(error.status)

async function bodyOf(answer: IncomingMessage): Promise<string> {
  if (answer.headers['content-encoding'] !== 'gzip') return pageText(answer)
  const plain = createGunzip()
  answer.on('error', (error) => plain.destroy(error))
  return pageText(answer, answer.pipe(plain))
}
