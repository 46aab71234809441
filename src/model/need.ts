import type { Role, TeamPermission } from './principal.ts'

/**
 * What a request takes: a role, a permission on the datastore that it is about (which Admins need not have), or both.
 * `open`: not even a token. `nobody`: not even an Admin may.
 */
export type Need = 'open' | 'nobody' | Role | TeamPermission | { role: Role; permission: TeamPermission }

/** What a request takes in one of several cases; `when` completes "when …". */
export interface NeedCase {
  when: string
  need: Need
}
