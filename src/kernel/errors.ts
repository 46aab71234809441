/** Every error that the service answers with: its HTTP status and the sentence used when the thrower has none of its own. */
export const errorCatalogue = {
  malformed: { status: 400, sentence: 'The request body is not valid JSON.' },
  invalid_id: { status: 400, sentence: 'The id in the path is not a whole number.' },
  connection_failed: { status: 400, sentence: 'The data source could not be reached.' },
  unauthenticated: {
    status: 401,
    sentence: 'A valid API token is required: send it as "Authorization: Bearer <token>".',
  },
  forbidden: { status: 403, sentence: 'You do not have the permission that this needs.' },
  not_found: { status: 404, sentence: 'Nothing is found there.' },
  method_not_allowed: { status: 405, sentence: 'This path does not have that method.' },
  conflict: { status: 409, sentence: 'This conflicts with something that exists.' },
  in_use: { status: 409, sentence: 'It is still in use.' },
  wrong_state: { status: 409, sentence: 'It is not in a state that allows this.' },
  too_large: { status: 413, sentence: 'The request body is larger than this service accepts.' },
  headers_too_large: {
    status: 431,
    sentence: 'The address or the headers are longer than this service accepts.',
  },
  rerun_unfinished_export: { status: 415, sentence: 'An export can be rerun only after it has finished.' },
  unsupported_media: {
    status: 415,
    sentence: 'Send the body as JSON with "Content-Type: application/json".',
  },
  invalid: { status: 422, sentence: 'The request does not pass validation.' },
  internal: { status: 500, sentence: 'Something went wrong inside the service; its log has the details.' },
  unavailable: { status: 503, sentence: 'The service cannot answer right now; try again shortly.' },
} as const

/** The stable word of an error, by which code tells errors apart; a status can have several. */
export type ErrorCode = keyof typeof errorCatalogue

/** One refused member of a request: its location (`["body","crontab"]`), a sentence, and a stable type word. */
export interface Violation {
  loc: (string | number)[]
  msg: string
  type: string
}

/**
 * An error meant for the caller. `message` is public; `cause` never leaves the house.
 * `violations` is set only for code `invalid` that names single members.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly violations: readonly Violation[] | undefined
  /** For units of work: whether trying again soon may succeed, as with a server that starts up. */
  readonly retryable: boolean

  constructor(
    code: ErrorCode,
    sentence?: string,
    options: { cause?: unknown; violations?: Violation[]; retryable?: boolean } = {},
  ) {
    super(sentence ?? errorCatalogue[code].sentence, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.violations = options.violations
    this.retryable = options.retryable ?? false
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** A 422 that names one member of the body, e.g. `invalidMember('crontab', '...')`; nested members by a path. */
export function invalidMember(
  member: string | (string | number)[],
  sentence: string,
  type = 'value_error',
): ServiceError {
  const loc = ['body', ...(Array.isArray(member) ? member : [member])]
  return new ServiceError('invalid', sentence, { violations: [{ loc, msg: sentence, type }] })
}

/** What `work` returns; a refusal that names members names them one level deeper in the body, in `member` or at that place of a list. */
export async function inMember<Result>(
  member: string | number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? deeper(member, error) : error
  }
}

/** The same refusal, one level deeper in the body. */
export function deeper(member: string | number, error: ServiceError): ServiceError {
  const { code, message, retryable } = error
  const violations = error.violations?.map(({ loc: [part = 'body', ...rest], ...said }): Violation => ({
    loc: [part, member, ...rest],
    ...said,
  }))
  return new ServiceError(code, message, { cause: error, retryable, ...(violations && { violations }) })
}

/** A 422 that names one parameter of the query. */
export function invalidParameter(name: string, sentence: string): ServiceError {
  const violations = [{ loc: ['query', name], msg: sentence, type: 'value_error' }]
  return new ServiceError('invalid', sentence, { violations })
}

/** A 404 in one wording: `notFound('datastore', 7)` reads "No datastore has the id 7." */
export function notFound(noun: string, id: number | string): ServiceError {
  return new ServiceError('not_found', `No ${noun} has the id ${id}.`)
}

/** The failure of a unit of work: it ends a unit or a container with `message`, never an HTTP answer. */
export class RunFailure extends Error {
  /** True when another try of the same unit may succeed (a lost connection); false when it never will (a corrupt file). */
  readonly retryable: boolean

  constructor(message: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.name = 'RunFailure'
    this.retryable = options.retryable ?? false
  }
}

/** The failure of a statement over which the connection to the source was lost; another try may succeed. */
export class SourceLost extends RunFailure {
  /** The checks that the statement was sent for, by their ids; none where that is not known. */
  readonly check_ids: readonly number[]

  constructor(message: string, cause: unknown, check_ids: readonly number[] = []) {
    super(message, { cause, retryable: true })
    this.check_ids = check_ids
  }
}

/** Thrown when work stops because its operation was aborted or its unit was taken over; never swallowed. */
export class Aborted extends Error {
  constructor(reason = 'The work was stopped.') {
    super(reason)
    this.name = 'Aborted'
  }
}

/** The text of anything thrown, one line, for messages and logs. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Marks a branch that the types rule out; reaching it is a bug, and it says with what. */
export function impossible(value: never): never {
  throw new Error(`This case should be impossible: ${JSON.stringify(value)}`)
}
