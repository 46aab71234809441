import type { Role } from '../api/api.generated.ts'

/** Roles in the order of what they allow, as choices of a list. */
export const roleChoices = [
  ['Member', 'Member'],
  ['Manager', 'Manager'],
  ['Admin', 'Admin'],
] as const satisfies readonly (readonly [Role, string])[]
