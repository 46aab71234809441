import type { IncomingMessage } from 'node:http'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { retryAfterSeconds } from '../../kernel/retry-after.ts'
import { jsonOrNull, pageText } from '../shared/whole-answer.ts'
import { plainWords } from '../spark/statement.ts'

const optional = Type.Optional
const column = Type.Object({
  name: Type.String(),
  /** As SQL writes the type. */
  type_text: optional(Type.String()),
  type_name: optional(Type.String()),
})
const link = Type.Object({ chunk_index: Type.Number(), external_link: Type.String() })

/** A chunk of the rows: where it is to be had. */
export const chunkSchema = Type.Object({ external_links: optional(Type.Array(link)) })

/** How far a statement is, and where its rows are when it has succeeded. */
export const statementSchema = Type.Object({
  statement_id: Type.String({ pattern: '^[\\w-]+$' }),
  status: Type.Object({
    state: Type.String(),
    sql_state: optional(Type.String()),
    error: optional(Type.Object({ error_code: optional(Type.String()), message: optional(Type.String()) })),
  }),
  manifest: optional(
    Type.Object({
      schema: Type.Object({ columns: optional(Type.Array(column)) }),
      total_chunk_count: optional(Type.Number()),
      total_row_count: optional(Type.Number()),
      truncated: optional(Type.Boolean()),
    }),
  ),
  result: optional(chunkSchema),
})
/** The answer to a cancelling, of which nothing is read. */
export const cancelledSchema = Type.Object({})

/** How far a statement is; `manifest` and `result` are there once it has succeeded. */
export type StatementAnswer = Static<typeof statementSchema>
/** A column of a result. */
export type ResultColumn = Static<typeof column>

const isRefusal = Compile(
  Type.Object({
    error_code: optional(Type.Union([Type.String(), Type.Number()])),
    message: Type.String(),
  }),
)

/** A request or a statement that Databricks refused. */
export class DatabricksRefusal extends Error {
  /** The service's name of the error, or the state in which a statement ended; empty where it gave none. */
  readonly code: string
  /** SQLSTATE; empty for what is no error of a statement. */
  readonly sqlState: string
  /** The status of the answer; 200 for a statement that did not succeed. */
  readonly status: number
  /** The service asks not to be asked again sooner, seconds; null: it does not say. */
  readonly retryAfter: number | null

  constructor(
    message: string,
    {
      code = '',
      sqlState = '',
      status,
      retryAfter = null,
    }: { code?: string; sqlState?: string; status: number; retryAfter?: number | null },
  ) {
    super(plainWords(message))
    this.code = code
    this.sqlState = sqlState
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The JSON of an answer. Throws DatabricksRefusal for a refused request, and a plain Error for what is no answer of Databricks. */
export async function jsonIn(answer: IncomingMessage): Promise<unknown> {
  const { statusCode: status = 0, headers } = answer
  const body = jsonOrNull(await pageText(answer))
  if (status === 200) return body
  const retryAfter = retryAfterSeconds(headers)
  if (isRefusal.Check(body))
    throw new DatabricksRefusal(body.message, { code: String(body.error_code ?? ''), status, retryAfter })
  // What stands between may answer before the service does.
  const words = `it answered with status ${status}`
  throw passing.has(status) ? new DatabricksRefusal(words, { status, retryAfter }) : new Error(words)
}

const passing = new Set([429, 500, 502, 503, 504])

/** True for an answer that says "again, later". */
export const isPassing = ({ status }: DatabricksRefusal): boolean => passing.has(status)

/** Why a statement did not succeed. */
export function failureIn({ state, sql_state, error = {} }: StatementAnswer['status']): DatabricksRefusal {
  const { error_code: code = state, message = `the statement ended as ${state}` } = error
  const [, told = ''] = /SQLSTATE: (\w{5})/.exec(message) ?? []
  return new DatabricksRefusal(message, { code, sqlState: sql_state ?? told, status: 200 })
}
