import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { searchedKinds, type SearchedKind, type SearchHits } from '../../model/search.ts'
import { searchAll } from '../../store/search.ts'

/** The kinds default to all of them. */
interface SearchQuery {
  q: string
  kinds?: SearchedKind[]
  size: number
}

/** Member; what the caller may see of anything whose name, id or uuid is looked for. People are found by Managers, as they are listed. */
export async function search(context: Context, { q, kinds, size }: SearchQuery): Promise<SearchHits> {
  const text = q.trim()
  const wanted = searchedKinds.filter((kind) => !kinds?.length || kinds.includes(kind))
  const allowed = wanted.filter((kind) => kind !== 'user' || context.principal.role !== 'Member')
  const items = await searchAll(context.store.database, {
    text,
    kinds: allowed,
    size: size + 1,
    visible: await visibleDatastoreIds(context),
  })
  return { items: items.slice(0, size), is_complete: items.length <= size }
}
