import type { ContainerType } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Chooser, ChooserOptions, type ChooserList } from '../kit/chooser.tsx'
import { useFoundContainers } from './found.ts'
import { usePicked } from './picked.ts'

/** Which tables and files can be chosen. */
interface Among {
  datastoreId: number
  /** Only of these types (default: of all). */
  types?: readonly ContainerType[]
  /** One that cannot be chosen; null: all can. */
  without?: number | null
}

/** One table or file of a datastore, which may have thousands: it is found by a part of its name. */
export function ContainerChooser({
  label,
  problem = null,
  datastoreId,
  containerId,
  none,
  choose,
  ...among
}: Omit<Among, 'datastoreId'> & {
  label: string
  problem?: string | null
  /** Null: it is to be chosen first. */
  datastoreId: number | null
  /** The one that is chosen; null: none is. */
  containerId: number | null
  /** What it means that none is chosen; left out: one has to be. */
  none?: string
  choose: (id: number | null) => void
}) {
  const { data, error, refetch } = useAnswer(
    'GET /api/containers/{id}',
    { path: { id: containerId ?? 0 } },
    { enabled: containerId !== null },
  )
  const { chosen, pick } = usePicked(containerId, data?.name, error)
  return (
    <Chooser
      label={label}
      problem={problem ?? error?.message ?? null}
      again={error && !data ? () => void refetch() : undefined}
      isDisabled={datastoreId === null}
      chosen={chosen}
      none={none}
      choose={(id, word) => {
        pick(id, word)
        choose(id)
      }}
    >
      {(typed, list) =>
        datastoreId !== null && (
          <FoundContainers typed={typed} list={list} datastoreId={datastoreId} {...among} />
        )
      }
    </Chooser>
  )
}

function FoundContainers({
  typed,
  list,
  datastoreId,
  types,
  without = null,
}: Among & { typed: string; list: ChooserList }) {
  const found = useFoundContainers(datastoreId, typed, types)
  return <ChooserOptions list={list} without={without} found={found} />
}
