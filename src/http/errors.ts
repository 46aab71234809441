import type { FastifyError } from 'fastify'
import type { Log } from '../access/context.ts'
import { ServiceError, type Violation } from '../kernel/errors.ts'
import { deletedMeanwhile } from '../store/refusals.ts'

/** The body that a caller gets for an error: a sentence, or one entry per refused member, and a code that never changes. */
export interface ErrorAnswer {
  status: number
  body: { detail: string | readonly Violation[]; code: string }
}

/** The framework's own errors that have a meaning for callers; all others are faults of ours. */
const frameworkErrors: Record<string, ServiceError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ServiceError('too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ServiceError('unsupported_media'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ServiceError(
    'malformed',
    'The body is not as long as its Content-Length says.',
  ),
  FST_ERR_CTP_INVALID_JSON_BODY: new ServiceError('malformed'),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: new ServiceError('unsupported_media'),
  FST_ERR_BAD_URL: new ServiceError('malformed', 'The path is not valid percent-encoded text.'),
}

/** Driver and server codes that mean our own database is away for now, as against a fault of ours. */
const databaseAway = /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|08...|53300|57P0[1-3])$/

/** What the server of our own database says while it answers and takes no writes; a person can do something about it. */
const writesRefused: Record<string, ServiceError> = {
  '53100': new ServiceError(
    'unavailable',
    'The disk with the database of the service is full; nothing can be written until room is made there.',
  ),
  '25006': new ServiceError(
    'unavailable',
    'The database of the service takes no writes now, as one that stands by; try again shortly.',
  ),
}

/** What the driver says, without a code, of a connection that was lost, or of one that it had to wait for. */
const connectionLost =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|timeout expired$)/

/** The only function that turns an error into an answer; what callers must not see goes to the log instead. */
export function answerTo(error: unknown, log: Log, where: string): ErrorAnswer {
  const known = toServiceError(error)
  if (known.status >= 500) log.error({ err: error, where }, known.message)
  return {
    status: known.status,
    body: { detail: known.violations ?? known.message, code: known.code },
  }
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const absent = deletedMeanwhile(error)
  if (absent) return absent
  const { code, statusCode, message = '' } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : (frameworkErrors[code] ?? writesRefused[code])
  if (known) return known
  // Of the files of the documentation, what may not be read is as absent as what does not exist.
  if (statusCode === 403 || statusCode === 404) return new ServiceError('not_found')
  if (error instanceof SyntaxError && statusCode === 400) return new ServiceError('malformed')
  const isAway = code === undefined ? connectionLost.test(message) : databaseAway.test(code)
  return new ServiceError(isAway ? 'unavailable' : 'internal')
}
