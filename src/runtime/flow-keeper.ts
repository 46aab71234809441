import type { RunEnvironment } from '../runs/operation.ts'
import { messageOf } from '../kernel/errors.ts'
import { matchEvents } from '../services/flows/match.ts'
import { endActionsOfRuns } from '../services/flows/perform.ts'
import { fireDueFlow } from '../services/flows/tick.ts'
import { untilNextDue } from '../store/flows/claims.ts'
import { flowsChannel } from '../store/flows/flows.ts'
import { FlowActions, type FlowActionSettings } from './flow-actions.ts'
import { startLoop, type Loop } from './loop.ts'

/** The longest sleep, in case a notification was lost, milliseconds. */
const longestSleep = 5000
/** The shortest sleep, milliseconds: what is due may be in the hands of another process. */
const shortestSleep = 200

/** The pause after a failure, milliseconds. */
const retryPause = 1000

/** Sets off flows and does their actions until stopped. Any number of processes may do so. */
export function startFlowKeeper(environment: RunEnvironment, settings: FlowActionSettings): Loop {
  const actions = new FlowActions(environment, settings)
  const loop = startLoop(environment.store, flowsChannel, turn)
  return {
    async stop() {
      await loop.stop()
      await actions.end()
    },
  }

  async function turn(signal: AbortSignal): Promise<number> {
    try {
      while (!signal.aborted && (await fireDueFlow(environment))) continue
      while (!signal.aborted && (await matchEvents(environment))) await actions.begin(signal)
      await endActionsOfRuns(environment)
      await actions.begin(signal)
      if (actions.isFull) return longestSleep
      const wait = await untilNextDue(environment.store.database)
      // Due and yet not begun: another process has it in hand.
      return wait === null ? longestSleep : Math.min(Math.max(wait, shortestSleep), longestSleep)
    } catch (error) {
      if (!signal.aborted)
        environment.log.warn({ err: error }, `Flows could not be set off: ${messageOf(error)}`)
      return retryPause
    }
  }
}
