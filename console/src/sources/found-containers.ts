import { useState } from 'react'
import type { Container, ContainerType } from '../api/api.generated.ts'
import { useSettled } from '../api/settled.ts'
import type { Refusal } from '../api/refusal.ts'
import { usePagedList } from '../tables/paged-list.ts'

/** Containers that are read at once. */
const step = 50

/** The tables and files of a datastore whose names have what is typed: the first of them, and more at each demand. */
export function useFoundContainers(
  datastoreId: number,
  typed: string,
  types: readonly ContainerType[] = [],
): { containers: Container[]; total: number | null; more: () => void; error: Refusal | null } {
  const search = useSettled(typed.trim(), 200)
  const [shown, show] = useState({ search, most: step })
  const most = shown.search === search ? shown.most : step
  const list = usePagedList('GET /api/containers', {
    query: {
      datastore: [datastoreId],
      sort_name: 'asc',
      ...(search !== '' && { search }),
      ...(types.length > 0 && { container_type: [...types] }),
    },
  })
  const { total, rowAt, look, error } = list
  const containers = Array.from({ length: Math.min(most, total ?? 0) }, (_, index) => rowAt(index)).filter(
    (row) => row !== undefined,
  )
  return {
    containers,
    total,
    more() {
      look(0, most + step - 1)
      show({ search, most: most + step })
    },
    error,
  }
}
