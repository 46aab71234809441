import type { ConnectionInput, DatastoreCreation } from '../api/api.generated.ts'
import { signInOf, usualSignInParameter } from './sign-ins.ts'
import { shownLines, type StoreType } from './store-types.ts'

/** What was typed, by the place of the member in the request; absent: nothing yet. */
export type Typed = Readonly<Record<string, string>>

const namingMembers = ['root_path', 'connection.uri', 'database']

/** Whether a line that is still to be filled in will give the datastore its name. */
export function awaitsName(store: StoreType, typed: Typed, connectionId: number | null): boolean {
  return [...(connectionId === null ? store.connection : []), ...store.place].some(
    ({ member, isRequired }) => isRequired && namingMembers.includes(member) && !typed[member],
  )
}

/** What a datastore is called by its place, as long as nobody says otherwise: the last folder, the database file, or the database; empty: its place is not known. */
export function proposedName(typed: Typed): string {
  const places = namingMembers.map((member) => typed[member] ?? '')
  return places.flatMap((place) => place.split(/[\\/]/).findLast((part) => part !== '') ?? [])[0] ?? ''
}

/** The request that makes the datastore; a stored connection is used where one is chosen. */
export function creationOf(store: StoreType, typed: Typed, connectionId: number | null): DatastoreCreation {
  const name = (typed['name'] ?? '').trim()
  const place = Object.fromEntries(
    given(
      store.place.map(({ member }) => member),
      typed,
    ),
  )
  return {
    name,
    ...place,
    ...(connectionId === null ? { connection: connectionOf(store, typed) } : { connection_id: connectionId }),
  }
}

const inParameters = 'parameters.'

/** The new connection; it is called as the datastore is. */
export function connectionOf(store: StoreType, typed: Typed): ConnectionInput {
  const name = (typed['name'] ?? '').trim()
  const signIn = signInOf(store, typed)
  const lines = [...shownLines(store.connection, typed), ...(signIn?.lines ?? [])]
  const members = given(
    lines.map(({ member }) => member),
    typed,
  ).map(([member, value]) => {
    const own = member.slice('connection.'.length)
    return [own, own === 'port' && /^\d+$/.test(value) ? Number(value) : value] as const
  })
  // What only some types know is within `parameters`.
  const isOwn = ([own]: readonly [string, unknown]) => !own.startsWith(inParameters)
  const parameters = members.flatMap((member) =>
    isOwn(member) ? [] : [[member[0].slice(inParameters.length), member[1]] as const],
  )
  if (signIn?.parameter) parameters.push([store.sign_in_parameter ?? usualSignInParameter, signIn.parameter])
  return {
    type: store.type,
    ...(name !== '' && { name }),
    ...Object.fromEntries(members.filter(isOwn)),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
  }
}

function given(members: readonly string[], typed: Typed): (readonly [string, string])[] {
  return members.flatMap((member) => {
    const value = typed[member] ?? ''
    return value === '' ? [] : [[member, value] as const]
  })
}

/** The places of all lines that are shown. */
export function shownMembers(store: StoreType, typed: Typed, connectionId: number | null): Set<string> {
  const ofConnection =
    connectionId === null
      ? [...shownLines(store.connection, typed), ...(signInOf(store, typed)?.lines ?? [])]
      : []
  return new Set([...ofConnection, ...store.place].map(({ member }) => member))
}
