import type { Context } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { Aborted, ServiceError } from '../../kernel/errors.ts'
import { withContainerSession, type Place } from './container-session.ts'

/** For so long the source is asked while a client waits for its answer, seconds. */
export const briefSeconds = 30

/** How many of them read sources at the same time in one process; runs have slots of their own. */
const mostAtOnce = 4

/** Those that read, and behind them those that wait for their turn. */
const places: { free: number; waiting: (() => void)[] } = { free: mostAtOnce, waiting: [] }

/**
 * A session for a client that waits: it ends, with `Aborted`, when its time is used up. Few are open at a time; others wait their
 * turn, and are refused as unavailable when it does not come in time.
 */
export async function withBriefSession<Result>(
  context: Context,
  place: Place,
  signal: AbortSignal,
  work: (session: HeldSession) => Promise<Result>,
): Promise<Result> {
  await takeTurn(signal)
  try {
    return await withContainerSession(context, place, signal, (session) => work(session), { kept: true })
  } catch (error) {
    // What a source throws when it is interrupted says less than why it was.
    throw signal.aborted ? new Aborted() : error
  } finally {
    giveTurn()
  }
}

/** The time that one answer may take. */
export const briefSignal = (): AbortSignal => AbortSignal.timeout(briefSeconds * 1000)

async function takeTurn(signal: AbortSignal): Promise<void> {
  if (places.free > 0) {
    places.free -= 1
    return
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => {
    places.waiting = places.waiting.filter((one) => one !== resolve)
    reject(
      new ServiceError('unavailable', 'Too many others read their sources right now; try again shortly.'),
    )
  }
  places.waiting.push(resolve)
  signal.addEventListener('abort', giveUp, { once: true })
  await promise
  signal.removeEventListener('abort', giveUp)
}

/** The turn is the next one's, who need not find it free. */
function giveTurn(): void {
  const next = places.waiting.shift()
  if (next) next()
  else places.free += 1
}
