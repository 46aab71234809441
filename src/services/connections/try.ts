import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ConnectionChange, ConnectionTest } from '../../model/connection.ts'
import { findStoredConnection } from '../../store/connections.ts'
import { connectorOf, mergeValues } from './merge.ts'
import { validateConnection } from './validate.ts'
import { notedTest } from './noted-probe.ts'
import { outcomeOf } from './probe.ts'
import { refuseRedirectedSecrets } from './redirect.ts'
import { connectionValues, openSecrets } from './secrets.ts'

/** Manager. Tries the stored connection with `change` laid over it, and stores nothing; stored secrets go nowhere new. */
export async function testConnection(
  context: Context,
  id: number,
  change: ConnectionChange,
): Promise<ConnectionTest> {
  const stored = await findStoredConnection(context.store.database, id)
  if (!stored) throw notFound('connection', id)
  requireRole(context, 'Manager')
  const connector = connectorOf(change.type ?? stored.type)
  const values = mergeValues(connectionValues(context.secrets, stored), change)
  validateConnection(context, connector, values)
  refuseRedirectedSecrets(stored, openSecrets(context.secrets, stored), change)
  const attempt = notedTest(context, { connection_id: id, connector, values, target: null }, 'all')
  return outcomeOf(attempt, connector)
}
