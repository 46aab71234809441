import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Connection, ConnectionChange } from '../../model/connection.ts'
import { findStoredConnection, setConnection } from '../../store/connections.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { recordAudit } from '../../access/audit.ts'
import { changedMembers, connectionAuditEntry } from './audit-entry.ts'
import { changedColumns, connectorOf, mergeSecrets, mergeValues } from './merge.ts'
import { validateConnection } from './validate.ts'
import { readConnection } from './read.ts'
import { refuseRedirectedSecrets } from './redirect.ts'
import { connectionValues, openSecrets, sealSecrets } from './secrets.ts'

/** Manager. Absent members stay as they are, secrets too, unless they would be sent elsewhere; the type cannot change. */
export async function updateConnection(
  context: Context,
  id: number,
  change: ConnectionChange,
): Promise<Connection> {
  await within(context, async (transaction) => {
    const stored = await findStoredConnection(transaction, id, 'lock')
    if (!stored) throw notFound('connection', id)
    requireRole(context, 'Manager')
    if (change.type !== undefined && change.type !== stored.type) {
      throw new ServiceError(
        'conflict',
        `The connection "${stored.name}" has the type ${stored.type}, which cannot change; create another connection.`,
      )
    }
    const values = mergeValues(connectionValues(context.secrets, stored), change)
    validateConnection(context, connectorOf(stored.type), values)
    const before = openSecrets(context.secrets, stored)
    refuseRedirectedSecrets(stored, before, change)
    const secrets = mergeSecrets(before, change)
    await refusingDuplicates(`A connection called "${change.name}" exists already.`, () =>
      setConnection(transaction, id, {
        ...changedColumns(change),
        secrets: sealSecrets(context.secrets, id, secrets),
      }),
    )
    const changed = changedMembers({ ...stored, ...before }, change)
    if (changed.length === 0) return
    await recordAudit(
      context,
      transaction,
      connectionAuditEntry('update_connection', id, stored, { changed }),
    )
  })
  return readConnection(context, id)
}
