import type { Role } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'

/** Permissions on a datastore, each including those before it. */
const levels = ['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor'] as const

/** What a person may do on a datastore. */
export type Level = (typeof levels)[number]

/** Why the person may not do what needs this permission on a datastore; null when they may. */
export function useRefusal(datastoreId: number | undefined, needed: Level): string | null {
  const { data } = useAnswer('GET /api/users/me', {})
  if (data === undefined || datastoreId === undefined) return null
  const has = data.permissions[String(datastoreId)]
  if (has !== undefined && levels.indexOf(has) >= levels.indexOf(needed)) return null
  return `This needs the permission ${needed} on the datastore; you have ${has ?? 'none'}. A Manager can give it to one of your teams.`
}

/** Roles, each including those before it. */
const roles = ['Member', 'Manager', 'Admin'] as const satisfies readonly Role[]

/** Why the person may not do what needs this role; null when they may, or while it is not known who they are. */
export function useRoleRefusal(needed: Role): string | null {
  const { data } = useAnswer('GET /api/users/me', {})
  if (data === undefined || hasRole(data, needed)) return null
  return `This needs the role ${needed}; you are a ${data.role}. An Admin can change that.`
}

/** Whether the person has this role, or one that includes it. */
export function hasRole({ role }: { role: Role }, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
