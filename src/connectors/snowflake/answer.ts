import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
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

/** A request or a statement that Snowflake refused, with its own number for the reason; empty where it gave none. */
export class SnowflakeRefusal extends Error {
  readonly reason: string
  /** The status of the answer; 422 for a statement that failed. */
  readonly status: number

  constructor(message: string, reason: string, status: number) {
    super(message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, ''))
    this.reason = reason
    this.status = status
  }
}

/** The JSON of an answer; throws SnowflakeRefusal for a refused request, and a plain Error for what is no answer of Snowflake. */
export async function jsonIn(answer: IncomingMessage): Promise<unknown> {
  const body = jsonOrNull(await bodyOf(answer))
  const status = answer.statusCode ?? 0
  if (status === 200 || status === 202) return body
  if (isRefusal.Check(body)) throw new SnowflakeRefusal(body.message, body.code, status)
  // What stands between may answer before the service does.
  if (passing.has(status)) throw new SnowflakeRefusal(`it answered with status ${status}`, '', status)
  throw new Error(`it answered with status ${status}`)
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
