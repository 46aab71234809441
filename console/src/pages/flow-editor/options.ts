import { useAnswer } from '../../api/answers.ts'
import type { Reading } from '../../kit/not-read.tsx'

/** What can be chosen, with its words, and the list that it comes from. */
interface Options<Key> {
  options: (readonly [key: Key, word: string])[]
  reading: Reading
  none: string
}

/** The datastores that the person may see, and those that are chosen already. */
export function useDatastoreOptions(chosen: readonly number[]): Options<number> {
  const reading = useAnswer('GET /api/datastores/listing', {})
  const known = reading.data?.map(({ id, name }) => [id, name] as const) ?? []
  const options = [...new Map([...chosen.map((id) => [id, `datastore ${id}`] as const), ...known])]
  return { options, reading, none: 'You see no datastore yet.' }
}

/** The first hundred tags, and those that are chosen already. */
export function useTagOptions(chosen: readonly string[]): Options<string> {
  const reading = useAnswer('GET /api/global-tags', { query: { size: 100 } })
  const known = reading.data?.items.map(({ name }) => name) ?? []
  const options = [...new Set([...chosen, ...known])].map((name) => [name, name] as const)
  return { options, reading, none: 'There is no tag yet; the settings make them.' }
}
