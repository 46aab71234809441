import type { Context } from '../../access/context.ts'
import { permissionOn } from '../../access/require.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Role } from '../../model/principal.ts'

/** 422 for somebody who could not open the anomaly's source records: below Viewer on its datastore, and no Admin. */
export async function requireAssignable(
  context: Context,
  user: { id: number; user_name: string; role: Role },
  datastoreId: number,
): Promise<void> {
  if (user.role === 'Admin') return
  const principal = { user_id: user.id, user_name: user.user_name, role: user.role }
  const held = await permissionOn(context.store.database, principal, datastoreId)
  if (held === null || held === 'Reporter') {
    throw invalidMember(
      'assignee_ids',
      `${user.user_name} needs Viewer on the datastore to be assigned its anomalies.`,
    )
  }
}
