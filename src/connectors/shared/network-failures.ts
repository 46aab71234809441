import { Aborted, messageOf, RunFailure, ServiceError, SourceLost } from '../../kernel/errors.ts'
import { StatementRefused, StatementTooLarge } from '../connector.ts'
import { UnansweredRequest } from './whole-answer.ts'

/** Where a connection was to go. */
interface HostAndPort {
  host: string
  port: number
}

/** The sentence for each way in which a network fails, by its code, which says nothing to most people. */
const sentences: Record<string, (server: HostAndPort) => string> = {
  ECONNREFUSED: ({ host, port }) =>
    `${host}:${port} refused the connection: no server listens there. Start it, or correct host and port.`,
  ENOTFOUND: ({ host }) =>
    `The host "${host}" is not known. Correct it, or ask for its name to be published.`,
  EAI_AGAIN: ({ host }) => `The host "${host}" could not be looked up: the name service did not answer.`,
  EHOSTUNREACH: ({ host }) => `The host "${host}" cannot be reached from the network of this service.`,
  ENETUNREACH: ({ host }) => `The host "${host}" cannot be reached from the network of this service.`,
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  PROTOCOL_CONNECTION_LOST: closedEarly,
  ETIMEDOUT: ({ host, port }) => `${host}:${port} did not answer within ${connectTimeoutSeconds} seconds.`,
}

/** The time within which a server must let a client in. */
export const connectTimeoutSeconds = 10
/** See SessionBounds.first_answer_seconds. */
const firstAnswerSeconds = 30

/** A first request that was not answered in its time. */
class LateFirstAnswer extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(`it did not answer within ${seconds} seconds`)
    this.seconds = seconds
  }
}

/** Aborts a first request whose time is up. */
export function untilFirstAnswer(seconds = firstAnswerSeconds): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new LateFirstAnswer(seconds)), seconds * 1000).unref()
  return controller.signal
}

/** Failures that may be over in a few seconds: a server that starts again. A host that does not answer is not asked again. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'PROTOCOL_CONNECTION_LOST', 'EAI_AGAIN'])

/** Of servers that start up, shut down, or have no place for one more: PostgreSQL's states, MariaDB's numbers and Trino's names. */
const passingStates = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_SERVER_SHUTDOWN',
  'SERVER_STARTING_UP',
  'SERVER_SHUTTING_DOWN',
  'NO_NODES_AVAILABLE',
])

/** The sentence for a connection that the network did not let come about, and whether it may soon; null for any other reason. */
export function networkFailure(
  cause: unknown,
  server: HostAndPort,
): { sentence: string; retryable: boolean } | null {
  const { host, port } = server
  const late = secondsOfSilence(cause)
  if (late !== null)
    return { sentence: `${host}:${port} did not answer within ${late} seconds.`, retryable: false }
  if (isAnsweredInClear(cause))
    return {
      sentence: `${host}:${port} does not speak TLS. Give the port at which the server does, or set sslmode to disable.`,
      retryable: false,
    }
  const code = networkCode(cause)
  const sentence = code === undefined ? undefined : sentences[code]
  if (code === undefined || !sentence) return null
  return { sentence: sentence(server), retryable: passing.has(code) }
}

/** An answer that says "again, later", of a server or of what stands before it. */
export class BusyServer extends Error {
  /** It asks not to be asked again sooner, seconds; null: it does not say. */
  readonly retryAfter: number | null

  constructor(message: string, retryAfter: number | null = null) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** True when a server's refusal is about this moment only. */
export const isPassing = (cause: unknown): boolean =>
  cause instanceof BusyServer || passingStates.has(codeOf(cause) ?? '')

/** The error for a session that was not opened although the connection came about. */
export function sessionNotOpened(cause: unknown, isOver: boolean): ServiceError {
  if (cause instanceof ServiceError) return cause
  // Some drivers tell the statement before they tell of the connection.
  const isLost = isOver || networkCode(cause) !== undefined
  const sentence = isLost
    ? `The connection was lost while a session was opened: ${lossOf(cause)}.`
    : `The server refused to open a session: ${messageOf(cause).replace(/\.$/, '')}.`
  return new ServiceError('connection_failed', sentence, { cause, retryable: isLost || isPassing(cause) })
}

/** The failure of a statement whose connection broke; another try may succeed. */
export const sourceLost = (cause: unknown): SourceLost =>
  new SourceLost(`The connection to the source was lost: ${lossOf(cause)}.`, cause)

/**
 * What an error of a statement is to whoever asked for it: one that says so itself stays, `say` tells of a refusal, and what is none is a
 * connection that was lost.
 */
export function failureOf<Refusal>(
  error: unknown,
  isRefusal: (error: unknown) => error is Refusal,
  say: (refusal: Refusal) => unknown,
): unknown {
  if ([StatementRefused, RunFailure, Aborted, ServiceError].some((known) => error instanceof known))
    return error
  return isRefusal(error) ? say(error) : sourceLost(error)
}

/** The failure of a statement that the server ended for a reason that may pass; `message` is the server's own, without its full stop. */
export function endedBySource(message: string, cause: unknown): RunFailure {
  return new RunFailure(`The source ended the statement: ${message}.`, { cause, retryable: true })
}

/** The failure of a result that lacks rows of which its source has told; another try may bring them. */
export const incompleteResult = (): RunFailure =>
  new RunFailure('The source did not hand over all rows of a result.', { retryable: true })

/** The refusal of a statement whose result is larger than its source hands over: another try would be cut in the same way. */
export const cutResult = (): StatementTooLarge =>
  new StatementTooLarge('its result is larger than the source hands over')

/** The reason of a lost connection, in words that end a sentence. */
export function lossOf(error: unknown): string {
  const code = networkCode(error)
  if (code === undefined || code === 'ETIMEDOUT') return messageOf(error).replace(/\.$/, '')
  return 'the server closed it'
}

function closedEarly({ host, port }: HostAndPort): string {
  return `${host}:${port} closed the connection before it was made. See whether it is a server of this type, and whether it wants TLS.`
}

/** A name with several addresses fails with all their errors; the first tells enough. Some drivers tell it in words only. */
function networkCode(cause: unknown): string | undefined {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  const message = first instanceof Error ? first.message : ''
  if (/timeout expired|ETIMEDOUT/.test(message)) return 'ETIMEDOUT'
  if (/Connection terminated unexpectedly|^the server closed it$/.test(message)) return 'ECONNRESET'
  const code = codeOf(first)
  return code !== undefined && code in sentences ? code : undefined
}

/** What OpenSSL says of an answer to the greeting of TLS that is none of TLS. */
const isAnsweredInClear = (cause: unknown): boolean =>
  cause instanceof Error && /wrong version number|packet length too long/.test(cause.message)

/** For how long a server was waited for in vain; null for any other failure. A request tells of the signal that has aborted it, whose reason may be behind its error. */
function secondsOfSilence(cause: unknown): number | null {
  if (cause instanceof LateFirstAnswer) return cause.seconds
  if (cause instanceof UnansweredRequest) return firstAnswerSeconds
  if (!(cause instanceof Error)) return null
  return cause.name === 'TimeoutError' ? firstAnswerSeconds : secondsOfSilence(cause.cause)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
