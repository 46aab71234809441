import { sql } from 'kysely'
import { Value } from 'typebox/value'
import type { Environment } from '../../access/context.ts'
import { newestTick, nextTick, parseCron, parseTimeZone, type Cron } from '../../kernel/cron.ts'
import { errorCatalogue, ServiceError } from '../../kernel/errors.ts'
import { logToOperation } from '../../store/operations.ts'
import { claimDueSchedule, findOwner, type ScheduleRow } from '../../store/schedules.ts'
import { acceptPayload, writeRun } from '../control/trigger.ts'
import { operations } from '../../operations/registry.ts'
import { inTransaction } from './find.ts'

type Transaction = Environment['store']['database']

/** Missed ticks are counted up to here, so that a long downtime costs no more than a short one. */
const mostCounted = 1000

/** What became of a tick: the run that it started, or why it started none. */
type Outcome = { run: number } | { refusal: string }

/**
 * Fires the schedule that waits longest; false when none is due. The tick, its run and the time of the next one are one
 * transaction that holds the schedule, so any number of schedulers on one database fire each tick once. Of several ticks
 * that went by, the newest is fired.
 */
export async function fireDueSchedule(environment: Environment): Promise<boolean> {
  return environment.store.database.transaction().execute(async (transaction) => {
    const now = await environment.clock.now(transaction)
    const schedule = await claimDueSchedule(transaction, now)
    if (!schedule) return false
    let next: Date | null = null
    let message: string | null = null
    try {
      const cron = parseCron(schedule.crontab)
      const zone = parseTimeZone(schedule.timezone)
      const tick = newestTick(cron, zone, new Date(schedule.next_run), now)
      const outcome = await startRun(environment, transaction, schedule)
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
    await transaction
      .updateTable('schedules')
      .set({ next_run: next?.toISOString() ?? null, last_run: now.toISOString(), message })
      .where('id', '=', schedule.id)
      .execute()
    return true
  })
}

/** Starts the run in the name of the schedule's owner. What refuses it leaves nothing behind and the schedule going. */
async function startRun(
  environment: Environment,
  transaction: Transaction,
  { id, trigger_type, payload, owner_id }: ScheduleRow,
): Promise<Outcome> {
  const definition = operations.find(trigger_type)
  if (!definition?.schedulable || !Value.Check(definition.payload, payload)) {
    return {
      refusal: `This version of the service cannot start such a run (${trigger_type}); save the schedule anew.`,
    }
  }
  const principal = await findOwner(transaction, owner_id)
  if (!principal) {
    return {
      refusal: 'The owner of the schedule was deleted; whoever updates the schedule becomes its owner.',
    }
  }
  await sql`savepoint start_run`.execute(transaction)
  try {
    const context = inTransaction({ ...environment, principal }, transaction)
    const accepted = await acceptPayload(context, definition, payload)
    const run = await writeRun(transaction, principal, definition, accepted, id)
    await sql`release savepoint start_run`.execute(transaction)
    return { run }
  } catch (error) {
    // Fails, and takes the tick back with it, when the connection is what failed.
    await sql`rollback to savepoint start_run`.execute(transaction)
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
  environment: Environment,
  transaction: Transaction,
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
