import { Type, type Static } from 'typebox'
import type { Context } from '../../access/context.ts'
import { tableTypes } from '../../model/container.ts'
import { optional } from '../../model/wire.ts'
import { workedOn } from '../../runs/members.ts'
import { applyDiscovered, type SyncOutcome } from './apply-discovered.ts'
import { refreshComputed } from './refresh-computed.ts'
import { withSession } from '../../services/datastores/open-session.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { maskedInDatastore } from '../../store/masked-fields.ts'
import { listFileSettings } from '../../store/catalogue.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { abortContainers, saveEndedContainer } from '../../store/run-containers.ts'
import { concludeWithRemarks } from '../../runs/conclude-containers.ts'
import { defineOperation, type UnitKind } from '../../runs/operation.ts'

const payload = Type.Object({
  datastore_id: workedOn,
  include: optional(
    Type.Array(Type.Enum(tableTypes), { maxItems: 10 }),
    'Tables, views, or both; empty or left out: both',
  ),
  prune: optional(
    Type.Boolean(),
    'True: containers that are gone from the source are removed with all that is known of them; default false',
  ),
  recreate: optional(
    Type.Boolean(),
    'True: containers that were removed by hand are found again; default false',
  ),
})

type Wanted = Static<typeof payload>

async function acceptSync(_context: Context, wanted: Wanted) {
  return {
    ...wanted,
    // An empty list means what an absent one means: everything.
    include: wanted.include && wanted.include.length > 0 ? wanted.include : [...tableTypes],
    prune: wanted.prune ?? false,
    recreate: wanted.recreate ?? false,
  }
}

/** The whole run. */
const plan: UnitKind<Awaited<ReturnType<typeof acceptSync>>, object> = {
  kind: 'plan',
  async run({ environment, operation, signal, commit }) {
    const { datastore_id, include, prune, recreate } = operation.payload
    const startTime = (await environment.clock.now(environment.store.database)).toISOString()
    const masking = await maskedInDatastore(environment.store.database, datastore_id)
    const masked = new Set(masking.flatMap((container) => container.masked))
    await withSession(environment, datastore_id, signal, (session) =>
      withholdingReason(masked, () =>
        commit(async (transaction) => {
          const found = session.discover(await listFileSettings(transaction, datastore_id))
          const settings = { include, prune, recreate }
          const outcome = await applyDiscovered(transaction, datastore_id, found, settings)
          const looking = { environment, session, signal }
          for (const computed of await refreshComputed(transaction, looking, datastore_id, outcome.hidden)) {
            outcome.counts[computed.change] += 1
            outcome.containers.push(computed)
          }
          const skipped = session.skipped?.() ?? []
          return {
            status: statusOf(outcome),
            async locked(transaction) {
              await keepOutcome(transaction, { id: operation.id, datastore_id }, startTime, outcome)
              await logSkipped(transaction, operation.id, skipped)
            },
          }
        }),
      ),
    )
  },
  abandon: async () => ({}),
}

function statusOf({ containers, counts: { added, updated, removed } }: SyncOutcome) {
  const unreadable = containers.filter((container) => container.unloadable !== null)
  return {
    total_containers: containers.length - removed,
    containers_analyzed: containers.length - removed - unreadable.length,
    containers_added: added,
    containers_updated: updated,
    containers_removed: removed,
  }
}

/** Finds the containers of a datastore with their fields and partitions, and keeps the differences to what was known. */
export default defineOperation({
  trigger: 'sync',
  type: 'sync',
  payload,
  resumable: false,
  rerunnable: true,
  schedulable: true,
  begins_datastores: true,
  permissions: ({ datastore_id }) => [{ datastore_id, permission: 'Editor' }],
  initialStatus: {
    total_containers: 0,
    containers_analyzed: 0,
    containers_added: 0,
    containers_updated: 0,
    containers_removed: 0,
  },
  accept: acceptSync,
  units: [plan],
  conclude: (transaction, { id }) =>
    concludeWithRemarks(transaction, id, 'The datastore is empty: nothing in it is a container.'),
  abort: abortContainers,
  reopen: async () => undefined,
  echo: ({ include, prune, recreate }) => ({ include, prune, recreate }),
})

/** Files named in the log of a run; the others are counted. */
const namedSkips = 50

async function logSkipped(
  transaction: Queryable,
  operationId: number,
  skipped: readonly { name: string; reason: string }[],
): Promise<void> {
  for (const { name, reason } of skipped.slice(0, namedSkips))
    await logToOperation(transaction, operationId, 'info', `"${name}" was passed over. ${reason}`)
  const more = skipped.length - namedSkips
  if (more > 0) await logToOperation(transaction, operationId, 'info', `${more} more were passed over.`)
}

/** A row per container that is still there; unreadable ones are failures with their reason. */
async function keepOutcome(
  transaction: Queryable,
  operation: { id: number; datastore_id: number },
  startTime: string,
  outcome: SyncOutcome,
): Promise<void> {
  for (const { id, name, change, is_kept, unloadable, remarks } of outcome.containers) {
    for (const remark of remarks) await logToOperation(transaction, operation.id, 'warning', remark, id)
    if (change === 'removed') {
      const sentence = is_kept
        ? `"${name}" is gone from the source; it is kept as inaccessible.`
        : `"${name}" is gone from the source and was removed.`
      await logToOperation(transaction, operation.id, 'warning', sentence, is_kept ? id : null)
      continue
    }
    await saveEndedContainer(transaction, {
      operation_id: operation.id,
      kind: 'sync',
      datastore_id: operation.datastore_id,
      container_id: id,
      start_time: startTime,
      result: unloadable === null ? 'success' : 'failure',
      message: unloadable,
    })
  }
}
