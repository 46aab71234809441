import { useAnswer } from '../api/answers.ts'
import type { NameOf } from './words.ts'

/** Names the datastores that the person may see; the others by their ids. */
export function useDatastoreNames(): NameOf {
  const { data = [] } = useAnswer('GET /api/datastores/listing', {})
  const names = new Map(data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? `datastore ${id}`
}
