import type { Operation, OperationContainer, PromotedEntity } from '../api/api.generated.ts'
import { answers, outdate } from '../api/answers.ts'
import { listen } from './stream.ts'

/** Runs whose answers are kept up to date by their own streams. */
const followed = new Set<number>()

/** Least time between two looks at what the stream does not carry, milliseconds. */
const pause = 1_000

/** Lists of a run that its stream does not carry. */
const others = ['logs', 'scan-checks', 'quality-checks', 'fields']

/** Whether everything about this run is kept up to date without being asked again. */
export function isFollowed(id: unknown): boolean {
  return followed.has(Number(id))
}

type Changed = Pick<OperationContainer, 'id'> & Partial<OperationContainer>
type Part = OperationContainer | PromotedEntity

/** Keeps what is shown of a run up to date as its stream tells, until it has ended or the result is called. */
export function followRun(id: number): () => void {
  let waiting: ReturnType<typeof setTimeout> | null = null
  const look = (lists: readonly string[]) => {
    waiting = null
    for (const list of lists) void outdate(`operations/{id}/${list}`)
  }
  const stop = () => {
    followed.delete(id)
    if (waiting !== null) clearTimeout(waiting)
    close()
  }
  const end = () => {
    stop()
    for (const noun of ['operations', 'anomalies', 'quality-checks', 'containers', 'overview'])
      void outdate(noun)
  }
  followed.add(id)
  const close = listen(`/api/operations/${id}/events?containers=true`, {
    progress({ data }) {
      const told = JSON.parse(data) as Partial<Operation>
      noteProgress(id, told)
      const lists = told.type === 'promote' ? [...others, 'containers'] : others
      waiting ??= setTimeout(() => look(lists), pause)
    },
    containers({ data }) {
      const { all, items } = JSON.parse(data) as { all: boolean; items: Changed[] }
      if (all) void outdate('operations/{id}/containers')
      else noteContainers(id, items)
    },
    end,
    refused: end,
  })
  return stop
}

const isOf = (id: number, key: readonly unknown[], name: string) =>
  key[0] === name && (key[1] as { id?: unknown } | null)?.id === id

function noteProgress(id: number, told: Partial<Operation>): void {
  answers.setQueriesData<Operation>(
    { predicate: ({ queryKey }) => isOf(id, queryKey, 'GET /api/operations/{id}') },
    (known) => known && { ...known, ...told },
  )
}

/** Puts what changed into the pages that are loaded; their other rows stay the same objects, and are not drawn anew. */
function noteContainers(id: number, changed: readonly Changed[]): void {
  const byId = new Map(changed.map((part) => [part.id, part]))
  answers.setQueriesData<{ items: Part[] }>(
    { predicate: ({ queryKey }) => isOf(id, queryKey, 'GET /api/operations/{id}/containers') },
    (page) => {
      if (!page?.items.some((part) => 'container' in part && byId.has(part.id))) return page
      const items = page.items.map((part): Part => {
        const told = 'container' in part ? byId.get(part.id) : undefined
        return told ? Object.assign({}, part, told) : part
      })
      return { ...page, items }
    },
  )
}
