import type { ConnectionValues, DatastoreTarget } from '../connector.ts'

/** Every character but those that need no escape in any part of an address; `encodeURIComponent` leaves five more. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A path with its query, of which the values are not encoded yet. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return search.length === 0 ? path : `${path}?${search.join('&')}`
}

/** The prefix of the folder of a datastore in the folder of its connection. */
export function prefixOf(folder: string, target: DatastoreTarget | null): string {
  const parts = [folder, target?.root_path ?? '']
    .map((part) => part.replaceAll(/^\/+|\/+$/g, ''))
    .filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}

/** A parameter of a connection; null when it is not set. */
export function parameterOf({ parameters }: ConnectionValues, member: string): string | null {
  const value = parameters?.[member]
  return typeof value === 'string' && value !== '' ? value : null
}
