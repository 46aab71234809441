import { useState } from 'react'
import type { Container, ContainerType, Endpoints } from '../api/api.generated.ts'
import type { Refusal } from '../api/refusal.ts'
import { useSettled } from '../api/settled.ts'
import { usePagedList, type PagedList } from '../tables/paged-list.ts'

/** Things that are read at once. */
const step = 50

/** What fits the words that are typed: the first of them. */
interface FoundThings<Thing> {
  things: Thing[]
  /** How many there are; null: not known yet. */
  total: number | null
  /** Whether they are those of the words before, which are not to be chosen for what is typed now. */
  isFormer: boolean
  /** Has more of them read. */
  more: () => void
  error: Refusal | null
  /** Asks again for what could not be read. */
  again: () => void
}

/** The tables and files of a datastore whose names have what is typed. */
export function useFoundContainers(
  datastoreId: number,
  typed: string,
  types: readonly ContainerType[] = [],
): FoundThings<Container> {
  const search = useSettled(typed.trim(), 200)
  const list = usePagedList('GET /api/containers', {
    query: {
      datastore: [datastoreId],
      sort_name: 'asc',
      ...(search !== '' && { search }),
      ...(types.length > 0 && { container_type: [...types] }),
    },
  })
  return useFirst(list, search, typed)
}

/** The datastores whose names have what is typed; of all but by `filter`. */
export function useFoundDatastores(typed: string, filter: Endpoints['GET /api/datastores']['query'] = {}) {
  const search = useSettled(typed.trim(), 200)
  const list = usePagedList('GET /api/datastores', {
    query: { ...filter, sort_name: 'asc', ...(search !== '' && { search }) },
  })
  return useFirst(list, search, typed)
}

/** Those to whom anomalies of these datastores (default: of all) can be assigned, whose names have what is typed. */
export function useFoundAssignees(typed: string, datastores: readonly number[] = []) {
  const name = useSettled(typed.trim(), 200)
  const list = usePagedList('GET /api/anomalies/assignees', {
    query: { datastore: [...datastores], ...(name !== '' && { name }) },
  })
  return useFirst(list, name, typed)
}

/** The first of a list, and more at each demand, until another one is searched for. */
function useFirst<Thing>(list: PagedList<Thing>, search: string, typed: string): FoundThings<Thing> {
  const [shown, show] = useState({ search, most: step })
  const most = shown.search === search ? shown.most : step
  const { total, rowAt, look, error, again } = list
  const things = Array.from({ length: Math.min(most, total ?? 0) }, (_, index) => rowAt(index)).filter(
    (row) => row !== undefined,
  )
  return {
    things,
    total,
    isFormer: list.isFormer || typed.trim() !== search,
    more() {
      look(0, most + step - 1)
      show({ search, most: most + step })
    },
    error,
    again,
  }
}
