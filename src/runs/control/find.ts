import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { TeamPermission } from '../../model/principal.ts'
import { findOperation, type OperationRow } from '../../store/operations.ts'
import type { RunContext } from '../operation.ts'
import { requirePermissions } from '../start.ts'

/** The run, for reading: 404 when there is none, 403 below Reporter on its datastore. */
export async function findReadable(context: Context, id: number): Promise<OperationRow> {
  return findWith(context, id, 'Reporter')
}

/** The run, for control: 404 when there is none, 403 without every permission that its kind needs to be run. */
export async function findControllable(context: RunContext, id: number): Promise<OperationRow> {
  const operation = await findWith(context, id, 'Editor')
  const definition = context.operations.find(operation.trigger_type)
  if (definition) await requirePermissions(context, definition, operation.payload)
  return operation
}

async function findWith(context: Context, id: number, permission: TeamPermission): Promise<OperationRow> {
  const operation = await findOperation(context.store.database, id)
  if (!operation) throw notFound('operation', id)
  await requireDatastore(context, operation.datastore_id, permission, ['operation', id])
  return operation
}
