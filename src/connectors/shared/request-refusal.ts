/** What a source says, as a part of a sentence of ours: in one line, without a full stop. */
export const asClause = (words: string): string => words.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')

/** A request that a service refused over HTTP, or a statement that failed there, with its own name for the reason; empty where it gave none. */
export class RequestRefusal extends Error {
  readonly reason: string
  /** The status of the answer, also where it tells that a statement failed. */
  readonly status: number
  /** The service asks not to be asked again sooner, seconds; null: it does not say. */
  readonly retryAfter: number | null

  constructor(message: string, reason: string, status: number, retryAfter: number | null = null) {
    super(asClause(message))
    this.reason = reason
    this.status = status
    this.retryAfter = retryAfter
  }
}
