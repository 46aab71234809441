import type { Principal } from '../../model/principal.ts'
import { idsOf } from '../../store/paging.ts'
import type { Queryable } from '../../store/pool.ts'
import { datastoresOfUser } from '../../store/team-datastores.ts'
import { findLivingUser } from '../../store/users.ts'
import type { FlowRow } from '../../store/flows/flows.ts'

/** What the owner of a flow may know of: a flow tells nobody of more. */
export interface Reach {
  /** Null: of no datastore, which Admins alone see. False for everything once the owner was deleted. */
  sees(datastoreId: number | null): boolean
}

/** That of the user as it is now: role and teams may be others since the flow was made. */
export async function reachOf(database: Queryable, ownerId: number): Promise<Reach> {
  const owner = await findLivingUser(database, ownerId)
  if (!owner) return { sees: () => false }
  if (owner.role === 'Admin') return { sees: () => true }
  const own = new Set(await idsOf(datastoresOfUser(database, ownerId)))
  return { sees: (datastoreId) => datastoreId !== null && own.has(datastoreId) }
}

/** In whose name the flow acts, with the role of now; null when that user was deleted. */
export async function ownerOf(
  database: Queryable,
  { id, owner_id }: Pick<FlowRow, 'id' | 'owner_id'>,
): Promise<Principal | null> {
  const owner = await findLivingUser(database, owner_id)
  return owner ? { ...owner, actor: { kind: 'flow', id } } : null
}
