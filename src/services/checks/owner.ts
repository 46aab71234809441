import type { Context } from '../../access/context.ts'
import { invalidMember } from '../../kernel/errors.ts'
import { holds, requireUser } from '../users/require.ts'

/** Refuses an owner who could not even draft the check: 404 for no such user, 422 for one without Drafter on the datastore. */
export async function requireOwner(context: Context, userId: number, datastoreId: number): Promise<void> {
  const user = await requireUser(context, userId)
  if (await holds(context, user, datastoreId, 'Drafter')) return
  throw invalidMember('owner_id', `${user.user_name} needs Drafter on the datastore to own its checks.`)
}
