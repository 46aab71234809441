import { seed, type Progress, type UnitKind, type UnitWork } from '../../runs/operation.ts'
import { addToStatus } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  countOutcomes,
  nextEntities,
  saveOutcomes,
  type EntityOutcome,
  type PendingEntity,
} from '../../store/promoted-entities.ts'
import { batchKind } from './control.ts'

/** What became of an entity of the run, by its id there. */
export type Outcome = EntityOutcome & { id: number }

/** What was written of a batch; `locked` as in `Progress`. */
interface Written extends Pick<Progress, 'locked'> {
  outcomes: readonly Outcome[]
}

/** How many entities a batch takes; null: all that are left. */
interface Size {
  size: number | null
}

/** The work of a promotion of one kind of things. */
export interface Way<Payload> {
  /** Writes what is selected as the entities of the run, once; their number. */
  select(transaction: Queryable, operationId: number, payload: Payload): Promise<number>
  /** How many are written together: little is done again after an interruption. */
  sizeOf(payload: Payload): number
  /** Asks the store of the destination whatever it must be asked, and answers with the writing. */
  prepare(
    work: UnitWork<Payload, Size>,
    entities: readonly PendingEntity[],
  ): Promise<(transaction: Queryable) => Promise<Written>>
}

/** The units of a promotion: a plan, and batches that follow each other. */
export function promotionUnits<Payload extends { dry_run: boolean }>(
  way: Way<Payload>,
): readonly UnitKind<Payload>[] {
  const batch: UnitKind<Payload, Size> = {
    kind: batchKind,
    without_source: true,
    async run(work) {
      const { environment, operation, unit, commit } = work
      const { size } = unit.subject
      const entities = await nextEntities(environment.store.database, operation.id, size)
      const write = await way.prepare(work, entities)
      await commit(async (transaction) => {
        const { outcomes, locked } = await write(transaction)
        const progress = await progressOf(transaction, operation.id, outcomes, size)
        return { ...progress, ...(locked && { locked }) }
      })
    },
    async abandon(transaction, { operation_id, subject: { size } }, message) {
      const entities = await nextEntities(transaction, operation_id, size)
      const outcomes = entities.map(({ id }) => failedOutcome(id, message))
      return progressOf(transaction, operation_id, outcomes, size)
    },
  }
  const plan: UnitKind<Payload, object> = {
    kind: 'plan',
    without_source: true,
    run({ operation: { id, payload }, commit }) {
      // The entities of a plan must see what those before them would become, and nothing of that is written.
      const size = payload.dry_run ? null : way.sizeOf(payload)
      return commit(async () => ({
        async locked(transaction) {
          await addToStatus(transaction, id, { total: await way.select(transaction, id, payload) })
        },
        next: [seed(batch, { size })],
      }))
    },
    abandon: async () => ({}),
  }
  return [plan, batch] as readonly UnitKind<Payload>[]

  /** Writes what became of a batch; the next one follows when entities are left. */
  async function progressOf(
    transaction: Queryable,
    operationId: number,
    outcomes: readonly Outcome[],
    size: number | null,
  ): Promise<Progress> {
    await saveOutcomes(transaction, outcomes)
    const { pending } = await countOutcomes(transaction, operationId)
    const byResult = Map.groupBy(outcomes, ({ result }) => result)
    const status = Object.fromEntries([...byResult].map(([result, group]) => [result, group.length]))
    return { status, next: pending > 0 ? [seed(batch, { size })] : [] }
  }
}

const failedOutcome = (id: number, message: string): Outcome => ({
  id,
  result: 'failed',
  destination_entity_id: null,
  message,
  changes: null,
})
