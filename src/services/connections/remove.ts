import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { deleteConnection, findConnection } from '../../store/connections.ts'
import { datastoresComputedBy, datastoresOn } from '../../store/datastores.ts'
import { refusingReferenced } from '../../store/refusals.ts'
import { recordAudit } from '../../access/audit.ts'
import { connectionAuditEntry } from './audit-entry.ts'

/** Manager. Refused while datastores use the connection. */
export async function removeConnection(context: Context, id: number): Promise<void> {
  const { database } = context.store
  const connection = await findConnection(database, id)
  if (!connection) throw notFound('connection', id)
  requireRole(context, 'Manager')
  const users = [...(await datastoresOn(database, [id])), ...(await datastoresComputedBy(database, id))]
  if (users.length > 0) {
    const names = users.map(({ name }) => `"${name}"`).join(', ')
    throw new ServiceError(
      'in_use',
      `The connection "${connection.name}" is used by ${users.length === 1 ? 'the datastore' : 'the datastores'} ${names}.`,
    )
  }
  await refusingReferenced(`The connection "${connection.name}" is used by a datastore.`, () =>
    within(context, async (transaction) => {
      if (!(await deleteConnection(transaction, id))) throw notFound('connection', id)
      await recordAudit(context, transaction, connectionAuditEntry('delete_connection', id, connection))
    }),
  )
}
