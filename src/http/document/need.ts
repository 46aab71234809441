import { roles } from '../../model/principal.ts'
import type { Need } from '../../model/need.ts'
import type { Route } from '../route.ts'

/** Sentences for the API document that say who may make the request. */
export function needSentences(need: Route['need']): string {
  if (!isCases(need)) return `Needs ${inWords(need)}.`
  return need.map((one) => `Needs ${inWords(one.need)} when ${one.when}.`).join(' ')
}

function isCases(need: Route['need']): need is Exclude<Route['need'], Need> {
  return Array.isArray(need)
}

function inWords(need: Need): string {
  if (need === 'open') return 'no token'
  if (need === 'nobody') return 'what nobody has'
  if (typeof need === 'object') return `${inWords(need.role)} and ${inWords(need.permission)}`
  const isRole = roles.some((role) => role === need)
  if (need === 'Member') return 'a token of any user'
  return isRole ? `the role ${need}` : `the permission ${need} on the datastore`
}
