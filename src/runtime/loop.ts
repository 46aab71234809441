import { createWakeUpSignal } from '../kernel/wake-up-signal.ts'
import { listenOn } from '../store/queue/listen.ts'
import type { Store } from '../store/pool.ts'

/** Work that goes on until it is stopped. */
export interface Loop {
  /** Returns when the turn in hand, if any, has ended. */
  stop(): Promise<void>
}

/**
 * Takes turns until stopped. A turn answers with how long to sleep after it, milliseconds; a notification on the channel (null:
 * there is none) ends the sleep. A turn must not throw.
 */
export function startLoop(
  store: Store,
  channel: string | null,
  turn: (signal: AbortSignal) => Promise<number>,
): Loop {
  const stopping = new AbortController()
  const wakeUp = createWakeUpSignal()
  const listener = channel === null ? null : listenOn(store, channel, () => wakeUp.send())
  const loop = takeTurns(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      wakeUp.send()
      await loop
      await listener?.stop()
    },
  }

  async function takeTurns(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A signal that comes meanwhile is kept, and ends the sleep at once.
      await wakeUp.next(await turn(signal))
    }
  }
}
