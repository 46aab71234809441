import { cut } from '../../kernel/cut.ts'
import type { IncomingMessage } from 'node:http'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { retryAfterSeconds } from '../../kernel/retry-after.ts'
import { asClause } from '../shared/request-refusal.ts'
import { BusyServer } from '../shared/network-failures.ts'
import { pageText } from '../shared/whole-answer.ts'

/** A page of the answer to a statement, as far as it is read; `nextUri` is absent on the last one. */
const pageSchema = Type.Object({
  id: Type.String(),
  nextUri: Type.Optional(Type.String()),
  columns: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type: Type.String() }))),
  data: Type.Optional(Type.Array(Type.Array(Type.Unknown()))),
  error: Type.Optional(
    Type.Object({ message: Type.String(), errorType: Type.String(), errorName: Type.String() }),
  ),
})
const isPage = Compile(pageSchema)

/** See `pageSchema`. */
export type Page = Static<typeof pageSchema>

/** A statement that the server ended, with its own names for the kind of error. */
export class TrinoRefusal extends Error {
  readonly type: string
  /** Empty when the request was refused before there was a statement. */
  readonly kind: string
  /** The same, under the name by which failures that may pass are known. */
  readonly code: string
  /** False: there is no more to it than a status, which whatever else listens there may give, too. */
  readonly isOfTrino: boolean

  constructor(message: string, type: string, kind: string, isOfTrino = true) {
    const line = asClause(message)
    super(kind === 'SYNTAX_ERROR' ? `syntax error at ${line}` : line)
    this.type = type
    this.kind = kind
    this.code = kind
    this.isOfTrino = isOfTrino
  }
}

/** Answers that say "again, later". */
const passing = new Set([429, 502, 503, 504])

/** The page that an answer holds. Throws TrinoRefusal for a request that was refused, BusyServer for one that is to be sent again, and a plain Error for what is no page. */
export async function pageIn(answer: IncomingMessage): Promise<Page> {
  const body = await pageText(answer)
  if (answer.statusCode === 401 || answer.statusCode === 403) {
    const reason = body.startsWith('<') || body === '' ? 'the account is not let in' : cut(body, 300)
    throw new TrinoRefusal(reason, 'ACCESS', '', isSignedByTrino(answer, body))
  }
  const { statusCode: status = 0, headers } = answer
  if (status !== 200) {
    const words = `it answered with status ${status}`
    throw passing.has(status) ? new BusyServer(words, retryAfterSeconds(headers)) : new Error(words)
  }
  const page = parsed(body)
  if (!isPage.Check(page)) throw new Error('its answer is not that of a Trino server')
  return page
}

/** True for a refusal of an account in the way of Trino: what it asks for is named, or the body says whose access is denied to what. */
const isSignedByTrino = ({ headers }: IncomingMessage, body: string): boolean =>
  /\brealm="(?:Trino|Presto|Starburst)/i.test(headers['www-authenticate'] ?? '') ||
  /^Access Denied: (?:Principal|User) /.test(body)

/** Whole numbers that `number` would round come as bigint. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
        ? BigInt(context?.source ?? 0)
        : value,
    )
  } catch {
    return null
  }
}
