import { errorInfoIn, type ErrorInfo } from './protocol.ts'
import { plainWords } from './statement.ts'

/** A statement or request that the server ended, with its own class of the error. */
export class SparkRefusal extends Error {
  /** SQLSTATE; empty when the server names none. */
  readonly state: string
  /** Such as `DIVIDE_BY_ZERO`; empty when the server names none. */
  readonly errorClass: string
  /** The name of the exception there; empty likewise. */
  readonly exception: string
  /** False when there are only words: they may be those of whatever stands between. */
  readonly isTold: boolean

  private constructor(words: string, info: ErrorInfo | null) {
    super(plainWords(words))
    this.state = info?.metadata['sqlState'] ?? ''
    this.errorClass = info?.metadata['errorClass'] ?? ''
    this.exception = info?.reason ?? ''
    this.isTold = info !== null
  }

  /** Of the words of an error and, where the server gave them, its details. */
  static from(words: string, details: Uint8Array | null): SparkRefusal {
    return new SparkRefusal(words, details === null ? null : errorInfoIn(details))
  }
}
