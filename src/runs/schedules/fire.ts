import { Value } from 'typebox/value'
import { recordAudit } from '../../access/audit.ts'
import { attempt, within } from '../../access/within.ts'
import { newestTick, nextTick, parseCron, parseTimeZone, type Cron } from '../../kernel/cron.ts'
import { errorCatalogue, ServiceError } from '../../kernel/errors.ts'
import { logToOperation } from '../../store/operations.ts'
import { claimDueSchedule, findOwner, setSchedule, type ScheduleRow } from '../../store/schedules.ts'
import type { Queryable } from '../../store/pool.ts'
import type { RunEnvironment } from '../operation.ts'
import { acceptPayload, writeRun } from '../start.ts'

/** Missed ticks are counted up to here, so that a long downtime costs no more than a short one. */
const mostCounted = 1000

/** The result of a tick: the run that it started, or why it started none. */
type Outcome = { run: number } | { refusal: string }

/**
 * Fires the schedule that waits longest; false when none is due. The tick, its run and the time of the next one are one
 * transaction that holds the schedule, so any number of schedulers on one database fire each tick once. Of several ticks
 * that went by, the newest is fired.
 */
export async function fireDueSchedule(environment: RunEnvironment): Promise<boolean> {
  return within(environment, async (transaction, environment) => {
    const now = await environment.clock.now(transaction)
    const schedule = await claimDueSchedule(transaction, now)
    if (!schedule) return false
    let next: Date | null = null
    let message: string | null = null
    try {
      const cron = parseCron(schedule.crontab)
      const zone = parseTimeZone(schedule.timezone)
      const tick = newestTick(cron, zone, new Date(schedule.next_run), now)
      const outcome = await runOf(environment, schedule)
      if ('refusal' in outcome) message = outcome.refusal
      await report(
        environment,
        transaction,
        schedule,
        outcome,
        missedTicks(cron, zone, schedule.next_run, tick),
      )
      next = nextTick(cron, zone, now)
    } catch (error) {
      // The zone may have left the tables of this machine since the schedule was saved: then there is no next tick.
      if (!(error instanceof ServiceError)) throw error
      message = error.message
      environment.log.warn({ schedule: schedule.id }, `The schedule ${schedule.id} cannot go on: ${message}`)
    }
    const next_run = next?.toISOString() ?? null
    await setSchedule(transaction, schedule.id, { next_run, last_run: now.toISOString(), message })
    return true
  })
}

/** Starts the run in the name of the schedule's owner. What refuses it leaves nothing behind and the schedule going. */
async function runOf(environment: RunEnvironment, schedule: ScheduleRow): Promise<Outcome> {
  const { id, trigger_type, payload } = schedule
  const definition = environment.operations.find(trigger_type)
  if (!definition?.schedulable || !Value.Check(definition.payload, payload)) {
    return {
      refusal: `This version of the service cannot start such a run (${trigger_type}); save the schedule anew.`,
    }
  }
  const principal = await findOwner(environment.store.database, schedule)
  if (!principal) {
    return {
      refusal: 'The owner of the schedule was deleted; whoever updates the schedule becomes its owner.',
    }
  }
  const context = { ...environment, principal }
  try {
    return await attempt(context, async () => {
      const accepted = await acceptPayload(context, definition, payload)
      const run = await writeRun(context, definition, accepted)
      const entries = (await definition.audited?.(context.store.database, accepted)) ?? []
      await within(context, (transaction) => recordAudit(context, transaction, ...entries))
      return { run: run.id }
    })
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error.message }
    environment.log.error({ err: error, schedule: id }, `The schedule ${id} could not start its run.`)
    return { refusal: errorCatalogue.internal.sentence }
  }
}

/** The ticks that went by before the one that is fired, oldest first, as far as they are counted. */
function missedTicks(cron: Cron, zone: string, due: string, fired: Date): Date[] {
  const missed: Date[] = []
  let tick: Date | null = new Date(due)
  while (tick !== null && tick < fired && missed.length < mostCounted) {
    missed.push(tick)
    tick = nextTick(cron, zone, tick)
  }
  return missed
}

/** Missed ticks go to the log of the run; where there is no run, they go with its refusal to the log of the service. */
async function report(
  environment: RunEnvironment,
  transaction: Queryable,
  { id, crontab }: ScheduleRow,
  outcome: Outcome,
  missed: readonly Date[],
): Promise<void> {
  const [first] = missed
  const count = missed.length < mostCounted ? missed.length : `${mostCounted} or more`
  const sentence = first
    ? `Missed while no scheduler was running: ${count} earlier tick${missed.length === 1 ? '' : 's'} of the schedule ${id} (${crontab}), from ${first.toISOString()} on.`
    : null
  if ('run' in outcome) {
    if (sentence !== null) await logToOperation(transaction, outcome.run, 'warning', sentence)
    return
  }
  const refusal = `The schedule ${id} started no run: ${outcome.refusal}`
  environment.log.warn({ schedule: id }, sentence === null ? refusal : `${refusal} ${sentence}`)
}
