import type { Error as Refusal, ErrorCode } from './api.generated.ts'

/** An answer of the service that is not a good one. The message is the service's own reason. */
export class RequestRefused extends Error {
  readonly status: number
  /** Stays the same while sentences change; null when something before the service answered, such as a proxy. */
  readonly code: ErrorCode | null
  /** Method and path, without the query. */
  readonly request: string

  constructor(request: string, status: number, text: string) {
    const refusal = readRefusal(text)
    super(refusal ? sentenceOf(refusal) : `${request} was answered with ${status}.`)
    this.name = 'RequestRefused'
    this.status = status
    this.code = refusal?.code ?? null
    this.request = request
  }
}

/** No answer came: nothing listens there, the name is unknown, or the connection broke. */
export class ServiceUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`No Assay service answers at ${url}${reasonOf(cause)}.`, { cause })
    this.name = 'ServiceUnreachable'
  }
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : ''
  return code === '' ? '' : ` (${code})`
}

function readRefusal(text: string): Refusal | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'detail' in body ? (body as Refusal) : null
  } catch {
    return null
  }
}

function sentenceOf({ detail }: Refusal): string {
  return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' ')
}
