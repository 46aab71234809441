import assert from 'node:assert/strict'
import type { Need } from '../../src/model/need.ts'
import { roles, teamPermissions, type Role, type TeamPermission } from '../../src/model/principal.ts'
import { routes } from '../harness/routes.ts'
import type { Caller } from './world.ts'

/** The needs of an endpoint, each with its case; the one that holds always has none. */
export function needsOf(endpoint: string): { when?: string; need: Need }[] {
  const route = routes.find(({ method, path }) => `${method} ${path}` === endpoint)
  assert.ok(route, `There is no ${endpoint}.`)
  return typeof route.need === 'object' && 'length' in route.need ? [...route.need] : [{ need: route.need }]
}

/** The need of an endpoint in one of its cases. */
export function needOf({ endpoint, when }: { endpoint: string; when?: string }): Need {
  const found = needsOf(endpoint).find((one) => one.when === when)
  assert.ok(found, `${endpoint} has no case "${when}".`)
  return found.need
}

const isRole = (need: unknown): need is Role => roles.some((role) => role === need)

/** Whether the API lets this caller do what has this need, on the own datastore. */
export function may(need: Need, caller: Omit<Caller, 'token'>): boolean {
  const { role, permission, where } = caller
  if (need === 'open') return true
  if (need === 'nobody') return false
  if (typeof need === 'object') return may(need.role, caller) && may(need.permission, caller)
  if (isRole(need)) return roles.indexOf(role) >= roles.indexOf(need)
  return role === 'Admin' || (where === 'own' && holds(permission, need))
}

function holds(held: TeamPermission | null, needed: TeamPermission): boolean {
  return held !== null && teamPermissions.indexOf(held) >= teamPermissions.indexOf(needed)
}
