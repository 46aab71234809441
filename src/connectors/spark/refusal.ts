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
    const exception = info?.reason ?? ''
    super(plainWords(words) || exception || 'it gave no reason')
    this.state = stateOfFault(`${exception} ${words}`) ?? info?.metadata['sqlState'] ?? ''
    this.errorClass = info?.metadata['errorClass'] ?? ''
    this.exception = exception
    this.isTold = info !== null
  }

  /** Of a statement that the server could not even fail in order: it had no memory left, or no room for expressions within expressions. */
  static ofBrokenStatement(words: string): SparkRefusal {
    return words === ''
      ? new SparkRefusal('the server broke off, as it does where expressions are nested too deeply', tooDeep)
      : new SparkRefusal(words, null)
  }

  /** Of the words of an error and, where the server gave them, its details. */
  static from(words: string, details: Uint8Array | null): SparkRefusal {
    return new SparkRefusal(words, details === null ? null : errorInfoIn(details))
  }
}

const tooDeep: ErrorInfo = { reason: 'java.lang.StackOverflowError', metadata: {} }

/** SQLSTATE of what a Java machine has no room for, which Spark gives none; null for all else. */
function stateOfFault(told: string): string | null {
  if (/OutOfMemoryError|Java heap space|GC overhead limit|exceeds VM limit/.test(told)) return '53200'
  return told.includes('StackOverflowError') ? '54001' : null
}
