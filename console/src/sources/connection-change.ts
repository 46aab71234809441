import type { Connection, ConnectionChange } from '../api/api.generated.ts'
import { Refusal } from '../api/refusal.ts'
import type { Typed } from './request.ts'
import type { StoreType } from './store-types.ts'

const within = 'connection.'
const withinParameters = 'parameters.'

/** A connection as its form shows it at first, by the lines of its type; secrets are empty. */
export function typedOf(store: StoreType, connection: Connection): Typed {
  const lines = store.connection.map(
    ({ member }) => [member, shownOf(connection, member.slice(within.length))] as const,
  )
  return { name: connection.name, ...Object.fromEntries(lines) }
}

function shownOf(connection: Connection, member: string): string {
  const value = member.startsWith(withinParameters)
    ? connection.parameters[member.slice(withinParameters.length)]
    : (connection as unknown as Record<string, unknown>)[member]
  return value === undefined || value === null ? '' : String(value)
}

/** The request that makes a connection what was typed; what was not touched is left out, so that secrets stay. */
export function changeOf(store: StoreType, connection: Connection, typed: Typed): ConnectionChange {
  const before = typedOf(store, connection)
  const touched = store.connection.flatMap(({ member }) => {
    const value = (typed[member] ?? '').trim()
    return value === before[member] ? [] : [[member.slice(within.length), value || null] as const]
  })
  const isParameter = ([member]: readonly [string, unknown]) => member.startsWith(withinParameters)
  const parameters = touched
    .filter(isParameter)
    .map(([member, value]) => [member.slice(withinParameters.length), value])
  const own = touched
    .filter((one) => !isParameter(one))
    .map(([member, value]) => [
      member,
      member === 'port' && value !== null && /^\d+$/.test(value) ? Number(value) : value,
    ])
  const name = (typed['name'] ?? '').trim()
  return {
    ...(name !== connection.name && { name }),
    ...Object.fromEntries(own),
    // Parameters are replaced as a whole.
    ...(parameters.length > 0 && {
      parameters: { ...connection.parameters, ...Object.fromEntries(parameters) },
    }),
  }
}

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
