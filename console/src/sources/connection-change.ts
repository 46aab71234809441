import type { Connection, ConnectionChange } from '../api/api.generated.ts'
import { Refusal } from '../api/refusal.ts'
import type { Typed } from './request.ts'
import { keptSignIn, signInMember, signInOf, usualSignInParameter } from './sign-ins.ts'
import { shownLines, type StoreType } from './store-types.ts'

const within = 'connection.'
const withinParameters = 'parameters.'

type Members = Record<string, string | number | null>

/** A connection as its form shows it at first, by the lines of its type; secrets are empty, and it signs in as it does. */
export function typedOf(store: StoreType, connection: Connection): Typed {
  const { sign_ins = [] } = store
  const lines = [...store.connection, ...sign_ins.flatMap(({ lines }) => lines)].map(
    ({ member }) => [member, shownOf(connection, member.slice(within.length))] as const,
  )
  return { name: connection.name, [signInMember]: keptSignIn, ...Object.fromEntries(lines) }
}

function shownOf(connection: Connection, member: string): string {
  const value = member.startsWith(withinParameters)
    ? connection.parameters[member.slice(withinParameters.length)]
    : (connection as unknown as Record<string, unknown>)[member]
  return value === undefined || value === null ? '' : String(value)
}

/** The request that makes a connection what was typed; what was not touched is left out, so that secrets stay. */
export function changeOf(store: StoreType, connection: Connection, typed: Typed): ConnectionChange {
  const changed = { ...touchedMembers(store, connection, typed), ...signInMembers(store, typed) }
  const isParameter = ([member]: readonly [string, unknown]) => member.startsWith(withinParameters)
  const own = Object.entries(changed).filter((one) => !isParameter(one))
  const parameters = Object.entries(changed)
    .filter(isParameter)
    .map(([member, value]) => [member.slice(withinParameters.length), value])
  const name = (typed['name'] ?? '').trim()
  return {
    ...(name !== connection.name && { name }),
    ...Object.fromEntries(own),
    // Parameters are replaced as a whole.
    ...(parameters.length > 0 && {
      parameters: withoutNulls({ ...connection.parameters, ...Object.fromEntries(parameters) }),
    }),
  }
}

/** The members of the lines that say something else than before; null: the line is empty now, or means nothing beside the others. */
function touchedMembers(store: StoreType, connection: Connection, typed: Typed): Members {
  const before = typedOf(store, connection)
  const shown = new Set(shownLines(store.connection, typed).map(({ member }) => member))
  const touched = store.connection.flatMap(({ member }) => {
    const value = shown.has(member) ? (typed[member] ?? '').trim() : ''
    return value === before[member]?.trim()
      ? []
      : [[member.slice(within.length), sent(member, value)] as const]
  })
  return Object.fromEntries(touched)
}

/** The members of the way to sign in that was chosen, and null for those of all others, so that nothing of another way is left; none when it stays. */
function signInMembers(store: StoreType, typed: Typed): Members {
  const { sign_ins = [] } = store
  const chosen = signInOf(store, typed)
  if (chosen === null) return {}
  const all = sign_ins.flatMap(({ lines }) => lines.map(({ member }) => [member.slice(within.length), null]))
  const given = chosen.lines.map(({ member }) => [
    member.slice(within.length),
    sent(member, (typed[member] ?? '').trim()),
  ])
  const { sign_in_parameter = usualSignInParameter } = store
  return {
    ...Object.fromEntries([...all, ...given]),
    [`${withinParameters}${sign_in_parameter}`]: chosen.parameter,
  }
}

function sent(member: string, value: string): string | number | null {
  if (value === '') return null
  return member === `${within}port` && /^\d+$/.test(value) ? Number(value) : value
}

const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/** What the service finds wrong with a change, by the lines of the form. */
export function changeProblems(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(
    error.members.map(({ loc, msg }) => {
      const member = loc.slice(1).join('.')
      return [member === 'name' ? member : within + member, msg]
    }),
  )
}
