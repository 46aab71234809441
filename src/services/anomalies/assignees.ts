import type { Context } from '../../access/context.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { Person } from '../../model/principal.ts'
import { holds } from '../users/require.ts'

/** 422 for somebody who could not open the anomaly's source records: below Viewer on its datastore. */
export async function requireAssignable(context: Context, user: Person, datastoreId: number): Promise<void> {
  if (await holds(context, user, datastoreId, 'Viewer')) return
  throw invalidMember(
    'assignee_ids',
    `${user.user_name} needs Viewer on the datastore to be assigned its anomalies.`,
  )
}
