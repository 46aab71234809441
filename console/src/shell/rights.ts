import type { Role } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'

/** Permissions on a datastore, each including those before it. */
const levels = ['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor'] as const

/** What a person may do on a datastore. */
export type Level = (typeof levels)[number]

/** Why the person may not do what needs this permission on a datastore; null when they may. */
export function useRefusal(datastoreId: number | undefined, needed: Level): string | null {
  return useRefusalOfAny(datastoreId === undefined ? [] : [datastoreId], needed)
}

/** The same for something that is done on several datastores at once: why it would be refused on one of them. */
export function useRefusalOfAny(datastoreIds: readonly number[], needed: Level): string | null {
  const { data } = useAnswer('GET /api/users/me', {})
  if (data === undefined) return null
  const levelOn = (id: number) => data.permissions[String(id)]
  const lacking = datastoreIds.find((id) => {
    const has = levelOn(id)
    return has === undefined || levels.indexOf(has) < levels.indexOf(needed)
  })
  if (lacking === undefined) return null
  const where = datastoreIds.length === 1 ? 'the datastore' : 'each of the datastores'
  return `This needs the permission ${needed} on ${where}; you have ${levelOn(lacking) ?? 'none'}${datastoreIds.length === 1 ? '' : ' on one of them'}. An Admin can give it to one of your teams.`
}

/** Why the person may not do what needs this permission on some datastore, whichever; null when they may. */
export function useRefusalEverywhere(needed: Level): string | null {
  const { data } = useAnswer('GET /api/users/me', {})
  if (data === undefined) return null
  const isEnough = (has: string) => levels.indexOf(has as Level) >= levels.indexOf(needed)
  if (Object.values(data.permissions).some(isEnough)) return null
  return `This needs the permission ${needed} on a datastore; you have it on none. An Admin can give it to one of your teams.`
}

/** Whether the person sees more than one datastore, so that the name of a table may be that of another one, too. */
export function useSeesSeveral(): boolean {
  const { data } = useAnswer('GET /api/users/me', {})
  return data !== undefined && Object.keys(data.permissions).length > 1
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
