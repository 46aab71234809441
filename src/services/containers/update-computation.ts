import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../access/context.ts'
import { maskDerived } from '../../disclosure/masked-by-origin.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { ContainerChange } from '../../model/container-record.ts'
import { isComputed } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { RunContext } from '../../runs/operation.ts'
import { countUsesOfFields, resetIncremental } from '../../store/computed-uses.ts'
import { readsAny, writeComputation } from '../../store/computations.ts'
import type { ContainerRow } from '../../store/containers.ts'
import type { ComputationText } from '../../store/schema/catalogue.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/pool.ts'
import { removeChecks } from '../checks/remove.ts'
import { assessComputation } from './assess-computation.ts'
import { wantedComputation } from './computation.ts'
import type { WantedComputation } from './given-computation.ts'
import { beginContainers, keepFields, refuseReservedName } from './create.ts'

/** Another computation of a container, with its fields, which the store has found. */
export interface ChangedComputation {
  wanted: WantedComputation
  fields: DiscoveredField[]
  /** Fields that go, with the ids of the checks that name them. */
  dropped: { names: string[]; checks: number[] }
}

/**
 * What the container is to be made of from now on; null when that does not change. Refuses with 422 what the store refuses and
 * what would make it read itself, and with 409 the loss of fields that are in use, unless that is meant.
 */
export async function changedComputation(
  context: Context,
  row: ContainerRow,
  change: ContainerChange,
): Promise<ChangedComputation | null> {
  refuseOtherName(row, change)
  const { container_type, computation_text: stored } = row
  if (!isComputed(container_type) || stored === null) return null
  const input = changedInput(row, stored, change)
  // Who only describes it need not be allowed to make it, nor its sources be as they were.
  if (isDeepStrictEqual(input, changedInput(row, stored, {}))) return null
  const wanted = await wantedComputation(context, container_type, input)
  const sources = wanted.sources.map((source) => source.source_container_id)
  const former = [row.source_container_id, row.left_container_id, row.right_container_id].filter(
    (id) => id !== null,
  )
  if (isDeepStrictEqual(wanted.text, stored) && isDeepStrictEqual(sources, former)) return null
  if (await readsAny(context.store.database, sources, row.id))
    throw invalidMember(
      container_type === 'computed_join' ? 'left_container_id' : 'source_container_id',
      `"${row.name}" would read itself; choose another container.`,
    )
  const fields = await assessComputation(context, wanted)
  return { wanted, fields, dropped: await droppedFields(context, row, fields, change.force_drop_fields) }
}

/** What the container is made of, with the members of the change laid over it; ids that are null stay. */
function changedInput(row: ContainerRow, stored: ComputationText, change: ContainerChange) {
  const member = <Name extends keyof ComputationText>(name: Name) =>
    (change[name] === undefined ? stored[name] : change[name]) ?? null
  return {
    datastore_id: row.datastore_id,
    query: member('query'),
    source_container_id: change.source_container_id ?? row.source_container_id,
    select_clause: change.select_clause ?? stored.select_clause ?? null,
    where_clause: member('where_clause'),
    group_by_clause: member('group_by_clause'),
    left_container_id: change.left_container_id ?? row.left_container_id,
    right_container_id: change.right_container_id ?? row.right_container_id,
    left_join_field_name: change.left_join_field_name ?? stored.left_join_field_name ?? null,
    right_join_field_name: change.right_join_field_name ?? stored.right_join_field_name ?? null,
    join_type: member('join_type'),
    left_prefix: member('left_prefix'),
    right_prefix: member('right_prefix'),
  }
}

function refuseOtherName(row: ContainerRow, { name }: ContainerChange): void {
  if (name == null || name === row.name) return
  if (!isComputed(row.container_type))
    throw invalidMember('name', `"${row.name}" has its name from the source, so it cannot change.`)
  refuseReservedName(name)
}

async function droppedFields(
  context: Context,
  row: ContainerRow,
  fields: readonly DiscoveredField[],
  isMeant: boolean | null | undefined,
): Promise<ChangedComputation['dropped']> {
  const kept = new Set(fields.map(({ name }) => name))
  const uses = await countUsesOfFields(context.store.database, row.id, kept)
  const names = uses.map(({ name }) => name)
  const used = uses.filter(({ checks, anomalies }) => checks.length > 0 || anomalies > 0)
  if (used.length > 0 && isMeant !== true)
    throw new ServiceError(
      'in_use',
      `The change would drop ${used.map((use) => `"${use.name}" (checks: ${use.checks.length}, anomalies: ${use.anomalies})`).join(', ')}. Send force_drop_fields to drop them, which archives those checks.`,
    )
  return { names, checks: [...new Set(used.flatMap(({ checks }) => checks))] }
}

/** Writes it, in the transaction of the context, and starts a profile of the container as it is then. */
export async function writeChange(
  context: RunContext,
  transaction: Queryable,
  row: ContainerRow,
  { wanted, fields, dropped }: ChangedComputation,
  change: ContainerChange,
): Promise<void> {
  const name = change.name ?? row.name
  await lockCatalogue(transaction, row.datastore_id)
  await rewriteComputation(transaction, { ...row, name }, wanted, fields)
  if (dropped.checks.length > 0)
    await removeChecks(
      context,
      dropped.checks.map((id) => ({ id, archive: true, delete_anomalies: false })),
    )
  if (change.incremental_field_name === undefined) await resetIncremental(transaction, row.id, true)
  await beginContainers(context, row.datastore_id, [name])
}

/** Makes a container, by its present name, of something else, in a transaction that holds the lock of the catalogue. */
export async function rewriteComputation(
  transaction: Queryable,
  { id, datastore_id, name }: Pick<ContainerRow, 'id' | 'datastore_id' | 'name'>,
  wanted: WantedComputation,
  fields: readonly DiscoveredField[],
): Promise<void> {
  await writeComputation(transaction, id, wanted.text, wanted.sources)
  await keepFields(transaction, id, name, fields)
  await maskDerived(transaction, datastore_id)
  // The values that the last incremental scan read up to are those of another query.
  await resetIncremental(transaction, id, false)
}
