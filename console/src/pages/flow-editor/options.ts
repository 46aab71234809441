import { useAnswer } from '../../api/answers.ts'

/** The datastores that the person may see, and those that are chosen already. */
export function useDatastoreOptions(chosen: readonly number[]): (readonly [id: number, name: string])[] {
  const { data = [] } = useAnswer('GET /api/datastores/listing', {})
  const known = data.map(({ id, name }) => [id, name] as const)
  return [...new Map([...chosen.map((id) => [id, `datastore ${id}`] as const), ...known])]
}

/** The first hundred tags, and those that are chosen already. */
export function useTagOptions(chosen: readonly string[]): (readonly [name: string, word: string])[] {
  const { data } = useAnswer('GET /api/global-tags', { query: { size: 100 } })
  const known = data?.items.map(({ name }) => name) ?? []
  return [...new Set([...chosen, ...known])].map((name) => [name, name] as const)
}
