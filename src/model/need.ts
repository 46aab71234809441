import type { Role, TeamPermission } from './principal.ts'

/**
 * The permission for a request: a role, a permission on its datastore (which Admins need not have), or both.
 * `open`: not even a token. `nobody`: not even an Admin may.
 */
export type Need = 'open' | 'nobody' | Role | TeamPermission | { role: Role; permission: TeamPermission }

/** The permission for a request in one of several cases; `when` completes "when …". */
export interface NeedCase {
  when: string
  need: Need
}
