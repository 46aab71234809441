import { useQueries } from '@tanstack/react-query'
import type { Container, ContainerMapping } from '../../api/api.generated.ts'
import { reading, useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { useAddress } from '../../shell/search.ts'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import { readAsFiles } from '../../sources/read-as-files.ts'
import { counted } from '../../words/numbers.ts'
import { withoutPlan, type Choice } from './choice.ts'

/** Most computed files that are offered at once. */
const most = 100

/** The computed files of the source, and what each is to read at the destination. */
interface Mapped {
  files: readonly Container[]
  /** How many there are, also those that are not offered. */
  total: number
  mappings: readonly ContainerMapping[]
  error: Error | null
  /** Whether both ends are chosen and known. */
  isKnown: boolean
  /** Asks again for what could not be read. */
  again: () => void
}

/** What the address says of each computed file, else the container of the same name as the one that it reads. */
export function useMappings({ kind, source, destination }: Choice): Mapped {
  const { all } = useAddress()
  const isWanted = kind === 'files' && source !== null && destination !== null
  const files = useAnswer(
    'GET /api/containers',
    {
      query: { datastore: [source ?? 0], container_type: ['computed_file'], sort_name: 'asc', size: most },
    },
    { enabled: isWanted },
  )
  const items = isWanted ? (files.data?.items ?? []) : []
  const { targets, error, isKnown, again } = useNamesakes(items, destination ?? 0)
  const chosen = new Map(all('reads').map((pair) => pair.split(':', 2).map(Number) as [number, number]))
  const mappings = items.flatMap(({ id, source_container_id }) => {
    const target = chosen.get(id) ?? targets.get(source_container_id ?? 0) ?? 0
    return target === 0 ? [] : [{ container_id: id, destination_container_id: target }]
  })
  return {
    files: items,
    total: files.data?.total ?? 0,
    mappings,
    error: files.error ?? error,
    isKnown: isWanted && files.data !== undefined && isKnown,
    again() {
      if (files.error) void files.refetch()
      again()
    },
  }
}

/** The containers of a datastore that are called as those that the files read, by the ids of these. */
function useNamesakes(files: readonly Container[], datastoreId: number) {
  const ids = [...new Set(files.flatMap(({ source_container_id: id }) => id ?? []))]
  const sources = useQueries({
    queries: ids.map((id) => reading('GET /api/containers/{id}', { path: { id } })),
  })
  const names = [...new Set(sources.flatMap(({ data }) => data?.name ?? []))]
  const found = useQueries({
    queries: names.map((name) =>
      reading('GET /api/containers', {
        query: { datastore: [datastoreId], name, container_type: [...readAsFiles], size: 1 },
      }),
    ),
  })
  const targetOf = new Map(names.map((name, index) => [name, found[index]?.data?.items[0]?.id]))
  return {
    targets: new Map(ids.map((id, index) => [id, targetOf.get(sources[index]?.data?.name ?? '')])),
    error: [...sources, ...found].find(({ error }) => error !== null)?.error ?? null,
    isKnown: [...sources, ...found].every(({ data }) => data !== undefined),
    again() {
      for (const { error, refetch } of [...sources, ...found]) if (error !== null) void refetch()
    },
  }
}

/** What each computed file reads at the destination; those without are left out. */
export function FileMapping({
  mapped: { files, total, mappings, error, isKnown, again },
  destination,
}: {
  mapped: Mapped
  destination: number | null
}) {
  const { all, change } = useAddress()
  if (error && !isKnown) return <Failure error={error} retry={again} />
  if (!isKnown) return null
  if (files.length === 0) return <p>The source has no computed file.</p>
  const choose = (id: number, target: number) => {
    const others = all('reads').filter((pair) => !pair.startsWith(`${id}:`))
    change({ ...withoutPlan, reads: [...others, `${id}:${target}`] })
  }
  return (
    <div className="plan-group">
      {total > files.length && (
        <p>
          The first {files.length} of {counted(total, 'computed file')}
        </p>
      )}
      <div className="promotion-ends">
        {files.map(({ id, name }) => (
          <ContainerChooser
            key={id}
            label={`${name} is to read`}
            datastoreId={destination}
            types={readAsFiles}
            containerId={mappings.find((one) => one.container_id === id)?.destination_container_id ?? null}
            none="nothing: it is left out"
            choose={(target) => choose(id, target ?? 0)}
          />
        ))}
      </div>
    </div>
  )
}
