import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { TeamPermission } from '../../model/principal.ts'
import { datastoresAmong } from '../../store/datastores.ts'
import { findOperation, type OperationRow } from '../../store/operations.ts'
import type { Operation, RunContext } from '../operation.ts'

/** The run, for reading: 404 when there is none, 403 below Reporter on its datastore, or on another that it works on. */
export async function findReadable(context: RunContext, id: number): Promise<OperationRow> {
  const operation = await findWith(context, id, 'Reporter')
  const definition = context.operations.find(operation.trigger_type)
  for (const { datastore_id } of await others(context, operation, definition))
    await requireDatastore(context, datastore_id, 'Reporter', ['operation', id])
  return operation
}

/** The run, for control: 404 when there is none, 403 without every permission that its kind needs to be run. */
export async function findControllable(context: RunContext, id: number): Promise<OperationRow> {
  const operation = await findWith(context, id, 'Editor')
  const definition = context.operations.find(operation.trigger_type)
  for (const { datastore_id, permission } of await others(context, operation, definition))
    await requireDatastore(context, datastore_id, permission, ['operation', id])
  return operation
}

/** The datastores beside its own that the run works on, without those that were deleted: it stays in the hands of who has the rest. */
async function others(context: Context, operation: OperationRow, definition: Operation | undefined) {
  const touched = (definition?.permissions(operation.payload) ?? []).filter(
    ({ datastore_id }) => datastore_id !== operation.datastore_id,
  )
  if (touched.length === 0) return []
  const ids = touched.map(({ datastore_id }) => datastore_id)
  const there = new Set(await datastoresAmong(context.store.database, ids))
  return touched.filter(({ datastore_id }) => there.has(datastore_id))
}

async function findWith(context: Context, id: number, permission: TeamPermission): Promise<OperationRow> {
  const operation = await findOperation(context.store.database, id)
  if (!operation) throw notFound('operation', id)
  await requireSeen(context, operation, permission)
  return operation
}

/** A run of no datastore is there for Admins alone. */
async function requireSeen(
  context: Context,
  { id, datastore_id }: OperationRow,
  permission: TeamPermission,
): Promise<void> {
  if (datastore_id !== null) return requireDatastore(context, datastore_id, permission, ['operation', id])
  if (context.principal.role !== 'Admin') throw notFound('operation', id)
}
