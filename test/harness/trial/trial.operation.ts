import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Context } from '../../../src/access/context.ts'
import { invalidMember, RunFailure } from '../../../src/kernel/errors.ts'
import { optional } from '../../../src/model/wire.ts'
import { defineOperation, seed, type UnitKind } from '../../../src/runs/operation.ts'
import type { Queryable } from '../../../src/store/pool.ts'

const batchSize = 10

/** The tables that a trial works on; a test makes them in its own database. */
export const trialTables = `
  create table trial_results (operation_id bigint not null, item integer not null);
  create table trial_faults (item integer not null);
  create table trial_notes (operation_id bigint not null, note text not null)`

const payload = Type.Object({
  datastore_id: Type.Integer(),
  destination_datastore_id: Type.Integer(),
  items: optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** The time that a batch takes, milliseconds. */
  pause: optional(Type.Integer({ minimum: 0 })),
  /** Its batches come to no end, and take no notice of being told to stop. */
  deaf: optional(Type.Boolean()),
})

type Wanted = Static<typeof payload>

async function accept(_context: Context, wanted: Wanted) {
  if (wanted.datastore_id === wanted.destination_datastore_id) {
    throw invalidMember('destination_datastore_id', 'Source and destination are the same datastore.')
  }
  return { ...wanted, items: wanted.items ?? 25, pause: wanted.pause ?? 0, deaf: wanted.deaf ?? false }
}

type Trial = Awaited<ReturnType<typeof accept>>

const plan: UnitKind<Trial, object> = {
  kind: 'plan',
  run({ operation: { payload }, commit }) {
    const { items } = payload
    const starts = Array.from({ length: Math.ceil(items / batchSize) }, (_, index) => index * batchSize)
    const next = starts.map((from) => seed(batch, { from, until: Math.min(items, from + batchSize) }))
    return commit(async () => ({ next, status: { total_items: items } }))
  },
  abandon,
}

const batch: UnitKind<Trial, { from: number; until: number }> = {
  kind: 'batch',
  async run({ environment, operation, unit, signal, commit }) {
    const { pause, deaf } = operation.payload
    const { from, until } = unit.subject
    const range = Array.from({ length: until - from }, (_, index) => from + index)
    const { rows } = await sql<{ item: number }>`
      select item from trial_faults where item = any(${range})`.execute(environment.store.database)
    if (rows[0]) throw new RunFailure(`The item ${rows[0].item} is broken.`)
    if (deaf) await Promise.withResolvers<never>().promise
    await delay(pause, null, { signal })
    return commit(async (transaction) => {
      await sql`insert into trial_results select ${operation.id}, unnest(${range}::int[])`.execute(
        transaction,
      )
      return { status: { items_done: range.length } }
    })
  },
  abandon,
}

async function abandon(transaction: Queryable, unit: { operation_id: number }, message: string) {
  await note(transaction, unit.operation_id, `abandoned: ${message}`)
  return {}
}

/**
 * An operation that has every trait that the contract knows: resumable, rerunnable, schedulable, with permissions on two
 * datastores and units that come in batches. It writes a row per item, and so shows what was done twice; it fails on the
 * items of `trial_faults`. No service has it: tests put it among the operations (`withTrial`).
 */
export default defineOperation({
  trigger: 'trial',
  type: 'promote',
  payload,
  resumable: true,
  rerunnable: true,
  schedulable: true,
  unfinished_rerun: 'rerun_unfinished_export',
  writes_to_enrichment: true,
  shows_check_results: true,
  permissions: ({ datastore_id, destination_datastore_id }) => [
    { datastore_id, permission: 'Editor' },
    { datastore_id: destination_datastore_id, permission: 'Editor' },
  ],
  initialStatus: { total_items: 0, items_done: 0 },

  accept,
  units: [plan, batch],

  async conclude(transaction, { id }) {
    const { failed } = await transaction
      .selectFrom('units')
      .select(({ fn }) => fn.countAll<number>().as('failed'))
      .where('operation_id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    return failed === 0
      ? { result: 'success', message: null }
      : { result: 'failure', message: `${failed} batches failed.` }
  },

  abort: (transaction, operationId) => note(transaction, operationId, 'aborted'),
  reopen: (transaction, operationId) => note(transaction, operationId, 'reopened'),
  echo: ({ destination_datastore_id, items, pause }) => ({ destination_datastore_id, items, pause }),
})

async function note(transaction: Queryable, operationId: number, text: string): Promise<void> {
  await sql`insert into trial_notes values (${operationId}, ${text})`.execute(transaction)
}
