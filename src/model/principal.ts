import type { Actor } from './actor.ts'

/** Workspace roles, lowest first. */
export const roles = ['Member', 'Manager', 'Admin'] as const
export type Role = (typeof roles)[number]

/** Team permissions on a datastore, lowest first; each includes those before it. */
export const teamPermissions = ['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor'] as const
export type TeamPermission = (typeof teamPermissions)[number]

/** A permission, and those that include it. */
export function permissionsFrom(permission: TeamPermission): TeamPermission[] {
  return teamPermissions.slice(teamPermissions.indexOf(permission))
}

/** The permission that counts of several; null of none. */
export function highestOf(held: readonly TeamPermission[]): TeamPermission | null {
  return teamPermissions.findLast((permission) => held.includes(permission)) ?? null
}

/** A user, as far as permissions ask. */
export interface Person {
  user_id: number
  user_name: string
  role: Role
}

/** The asker of a request: the user whose permissions count, and who acts in the user's name. */
export interface Principal extends Person {
  actor: Actor
}

/** Who asks, and the state in which they were looked up: all that was committed until then. It is the same text as long as nothing else was. */
export interface Caller extends Principal {
  snapshot: string
}
