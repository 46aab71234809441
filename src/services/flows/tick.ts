import { within } from '../../access/within.ts'
import { newestTick, parseCron, parseTimeZone } from '../../kernel/cron.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { RunEnvironment } from '../../runs/operation.ts'
import { insertExecution } from '../../store/flows/executions.ts'
import { actionsOf, claimDueFlow, noteTriggered, setFlow } from '../../store/flows/flows.ts'
import { nextRun } from './definition.ts'

/** Sets off the flow whose tick waits longest; false when none is due. Of several ticks that went by, the newest counts. */
export async function fireDueFlow(environment: RunEnvironment): Promise<boolean> {
  return within(environment, async (transaction) => {
    const now = await environment.clock.now(transaction)
    const flow = await claimDueFlow(transaction, now)
    if (!flow || flow.next_run === null || flow.crontab === null) return false
    let next_run: string | null = null
    try {
      const due = new Date(flow.next_run)
      const tick = newestTick(parseCron(flow.crontab), parseTimeZone(flow.timezone), due, now)
      const actions = (await actionsOf(transaction, [flow.id])).get(flow.id) ?? []
      const execution = {
        flow_id: flow.id,
        trigger_type: flow.trigger_type,
        triggered_by: flow.owner,
        event_time: tick.toISOString(),
        order_key: null,
      }
      await insertExecution(transaction, execution, actions)
      await noteTriggered(transaction, [flow.id])
      next_run = nextRun(flow, now)
    } catch (error) {
      // The zone may have left the tables of this machine since the flow was saved: then there is no next tick.
      if (!(error instanceof ServiceError)) throw error
      environment.log.warn({ flow: flow.id }, `The flow ${flow.id} cannot go on: ${error.message}`)
    }
    await setFlow(transaction, flow.id, { next_run })
    return true
  })
}
