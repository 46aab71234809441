import type { ConnectionType } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Chooser, ChooserOptions, type ChooserList } from '../kit/chooser.tsx'
import { useFoundDatastores } from './found.ts'
import { usePicked } from './picked.ts'

/** Which datastores can be chosen. */
interface Among {
  /** Only of these types (default: of all). */
  types?: readonly ConnectionType[] | undefined
  /** Only those that are scanned, and do not just receive results (default: all). */
  isScanned?: boolean
  /** One that cannot be chosen; null: all can. */
  without?: number | null
}

/** One of the datastores, of which there may be hundreds: it is found by a part of its name. */
export function DatastoreChooser({
  label,
  problem = null,
  datastoreId,
  none,
  choose,
  ...among
}: Among & {
  label: string
  problem?: string | null
  /** The one that is chosen; null: none is. */
  datastoreId: number | null
  /** What it means that none is chosen; left out: one has to be. */
  none?: string | undefined
  choose: (id: number | null) => void
}) {
  const { data, error, refetch } = useAnswer(
    'GET /api/datastores',
    { query: { id: datastoreId ?? 0, size: 1 } },
    { enabled: datastoreId !== null },
  )
  const { chosen, pick } = usePicked(datastoreId, data && (data.items[0]?.name ?? String(datastoreId)), error)
  return (
    <Chooser
      label={label}
      problem={problem ?? error?.message ?? null}
      again={error && !data ? () => void refetch() : undefined}
      chosen={chosen}
      none={none}
      choose={(id, word) => {
        pick(id, word)
        choose(id)
      }}
    >
      {(typed, list) => <FoundDatastores typed={typed} list={list} {...among} />}
    </Chooser>
  )
}

function FoundDatastores({
  typed,
  list,
  types,
  isScanned = false,
  without = null,
}: Among & { typed: string; list: ChooserList }) {
  const found = useFoundDatastores(typed, {
    ...(types && { datastore_type: [...types] }),
    ...(isScanned && { enrichment_only: false }),
  })
  return <ChooserOptions list={list} without={without} found={found} />
}
