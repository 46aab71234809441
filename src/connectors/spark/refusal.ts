import { errorInfoIn } from './protocol.ts'

/** A statement or request that the server ended, with its own class of the error. */
export class SparkRefusal extends Error {
  /** SQLSTATE; empty when the server names none. */
  readonly state: string
  /** Such as `DIVIDE_BY_ZERO`; empty when the server names none. */
  readonly errorClass: string
  /** False when there are only words: they may be those of whatever stands between. */
  readonly isTold: boolean

  private constructor(message: string, state: string, errorClass: string, isTold: boolean) {
    super(message)
    this.state = state
    this.errorClass = errorClass
    this.isTold = isTold
  }

  /** Of the words of an error and, where the server gave them, its details. */
  static from(words: string, details: Uint8Array | null): SparkRefusal {
    const info = details === null ? null : errorInfoIn(details)
    const { sqlState = '', errorClass = '' } = info?.metadata ?? {}
    return new SparkRefusal(oneLine(words), sqlState, errorClass, info !== null)
  }
}

/** Without the picture of the statement that follows the words, and without what stands for programs. */
function oneLine(words: string): string {
  const [said = ''] = words.split(/\n== |\n\n?JVM stacktrace|;\n'/)
  return said
    .replace(/\s*SQLSTATE: \w{5}/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
}
