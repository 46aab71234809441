/** Workspace roles, lowest first. */
export const roles = ['Member', 'Manager', 'Admin'] as const
export type Role = (typeof roles)[number]

/** Team permissions on a datastore, lowest first; each includes those before it. */
export const teamPermissions = ['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor'] as const
export type TeamPermission = (typeof teamPermissions)[number]

/** Who is asking: the user behind the token. */
export interface Principal {
  user_id: number
  user_name: string
  role: Role
}
