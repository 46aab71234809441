import { Aborted } from '../../kernel/errors.ts'
import type { Statement } from '../../sql/print.ts'
import { StatementTooLate, type SessionBounds } from '../connector.ts'

/** A cancel can reach a source just before the statement does and be lost, so it is repeated. */
const repeatCancelMs = 250
/** A source that has not ended a statement so long after it was first asked to is left alone. */
const leaveAfterMs = 10_000

/** The time that a statement may take, seconds. */
export function secondsFor(
  { written = [], matches_own_pattern = false }: Partial<Statement>,
  bounds: Pick<SessionBounds, 'statement_timeout_seconds' | 'check_timeout_seconds'>,
): number {
  const { statement_timeout_seconds: longest, check_timeout_seconds: own = longest } = bounds
  return written.length > 0 || matches_own_pattern ? Math.min(own, longest) : longest
}

/** The limits of a watched statement. */
interface Watched {
  signal: AbortSignal
  seconds: number
}

/**
 * Holds one statement to its bounds: calls `cancel` when the signal aborts or the time is used up, again and again until
 * the source answers, and turns the answer into Aborted or StatementRefused. When it does not answer within ten seconds,
 * `leave` is called, which must make what waits for the source fail. Only time spent inside `during` counts, so a slow reader
 * of a stream does not use up the statement's time.
 */
export class StatementWatch {
  readonly #bounds: Watched
  readonly #since = performance.now()
  readonly #ask: () => void
  readonly #leave: () => void
  #leftMs: number
  #ended: 'aborted' | 'late' | null = null

  constructor(bounds: Watched, cancel: () => void = () => {}, leave: () => void = () => {}) {
    this.#bounds = bounds
    this.#ask = cancel
    this.#leave = leave
    this.#leftMs = bounds.seconds * 1000
  }

  /** Throws Aborted, or StatementRefused for a statement out of time, also when the work itself came to a good end. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#bounds.signal.aborted) throw new Aborted()
    const started = performance.now()
    let quiet = (): void => undefined
    const end = (why: 'aborted' | 'late'): void => {
      if (this.#ended) return
      this.#ended = why
      quiet = this.#cancel()
    }
    const abort = (): void => end('aborted')
    // The longest delay that setTimeout takes, about 24 days.
    const timer = setTimeout(() => end('late'), Math.min(this.#leftMs, 2_147_483_647))
    this.#bounds.signal.addEventListener('abort', abort)
    try {
      const result = await work()
      this.#throwIfEnded()
      return result
    } catch (error) {
      this.#throwIfEnded()
      throw error
    } finally {
      clearTimeout(timer)
      quiet()
      this.#bounds.signal.removeEventListener('abort', abort)
      this.#leftMs -= performance.now() - started
    }
  }

  /** Cancels a statement until it has ended, and waits for that. */
  async ending(work: () => Promise<void>): Promise<void> {
    const quiet = this.#cancel()
    await work().finally(quiet)
  }

  /** The refusal of a statement that the source ended for its time: its bound, which the source was told, or a sooner one of the source's own. */
  lateInSource(): StatementTooLate {
    const { seconds } = this.#bounds
    const passed = (performance.now() - this.#since) / 1000
    return passed >= seconds ? tooLate(seconds) : soonerThanBound(Math.ceil(passed))
  }

  /** Asks until the answer is called. */
  #cancel(): () => void {
    this.#ask()
    const repeat = setInterval(this.#ask, repeatCancelMs)
    const leave = setTimeout(this.#leave, leaveAfterMs)
    return () => {
      clearInterval(repeat)
      clearTimeout(leave)
    }
  }

  #throwIfEnded(): void {
    if (this.#ended === 'aborted') throw new Aborted()
    if (this.#ended === 'late') throw tooLate(this.#bounds.seconds)
  }
}

/** The refusal of a statement that was cancelled for its time. */
export function tooLate(seconds: number): StatementTooLate {
  return new StatementTooLate(`It ran longer than ${seconds} seconds and was cancelled.`)
}

/** The refusal of a statement that a limit of the source's own ended after so many seconds. */
const soonerThanBound = (seconds: number): StatementTooLate =>
  new StatementTooLate(`A time limit of the source itself ended it after ${seconds} s.`)
