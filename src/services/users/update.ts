import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { User, UserChange } from '../../model/user.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { findLivingUser, findUser, lockAdmins, retireUser, setUser } from '../../store/users.ts'
import { recordAudit } from '../../access/audit.ts'
import { settable } from './create.ts'
import { readUser } from './read.ts'
import { refuseTakenName } from './unique-name.ts'

/** Admin. A new role counts from the user's next request. */
export async function updateUser(context: Context, id: number, change: UserChange): Promise<User> {
  await within(context, async (transaction) => {
    await requireLiving(context, transaction, id)
    if (change.role !== undefined && change.role !== 'Admin') await keepAnAdmin(transaction, id)
    const columns = settable(change)
    if (Object.keys(columns).length === 0) return
    if (columns.user_name !== undefined) await refuseTakenName(transaction, columns.user_name, id)
    const before = await findUser(transaction, id)
    await refusingDuplicates(
      `There is, or was, a user called "${change.user_name}"; names are not given twice.`,
      () => setUser(transaction, id, columns),
    )
    const stored = new Map<string, unknown>(Object.entries(before ?? {}))
    const changed = Object.entries(columns).flatMap(([member, value]) =>
      stored.get(member) === value ? [] : member,
    )
    if (changed.length === 0) return
    await recordAudit(context, transaction, {
      action: 'update_user',
      resource_type: 'user',
      resource_id: id,
      // Addresses and full names may have to be forgotten; the log forgets nothing.
      details: { changed, role: columns.role, user_type: columns.user_type },
    })
  })
  return readUser(context, id)
}

/** Admin. Its tokens end at once and its teams lose it; its name stays in what it did. */
export async function removeUser(context: Context, id: number): Promise<void> {
  await within(context, async (transaction) => {
    const user = await requireLiving(context, transaction, id)
    await keepAnAdmin(transaction, id)
    const deleted_at = (await context.clock.now(transaction)).toISOString()
    if (!(await retireUser(transaction, id, deleted_at))) throw notFound('user', id)
    await recordAudit(context, transaction, {
      action: 'delete_user',
      resource_type: 'user',
      resource_id: id,
      details: { user_name: user.user_name },
    })
  })
}

async function requireLiving(context: Context, transaction: Queryable, id: number) {
  const user = await findLivingUser(transaction, id)
  if (!user) throw notFound('user', id)
  requireRole(context, 'Admin')
  return user
}

/** True when nobody else is Admin; held until the transaction ends. */
export async function isOnlyAdmin(transaction: Queryable, id: number): Promise<boolean> {
  const admins = await lockAdmins(transaction)
  return admins.length === 1 && admins[0] === id
}

/** Throws when this user is the only Admin: nobody could undo that. */
async function keepAnAdmin(transaction: Queryable, id: number): Promise<void> {
  if (await isOnlyAdmin(transaction, id)) {
    throw new ServiceError(
      'conflict',
      'This user is the only Admin; make another one first, or nobody could manage users any more.',
    )
  }
}
