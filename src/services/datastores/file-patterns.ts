import { invalidMember } from '../../kernel/errors.ts'
import type { DatastoreChange } from '../../model/datastore-record.ts'

/** The patterns as they are stored; absent and null are none. Throws ServiceError `invalid` for two of one name. */
export function storedPatterns(given: DatastoreChange['file_patterns']): string {
  const patterns = (given ?? []).map(({ name, pattern }) => ({ name: name ?? null, pattern }))
  const names = patterns.map(({ name, pattern }) => name ?? pattern)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw invalidMember('file_patterns', `Two patterns make a container called "${twice}"; name them apart.`)
  }
  return JSON.stringify(patterns)
}
