import type { Container, ContainerMapping } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
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
}

/** What the address says of each computed file, else the container of the same name as the one that it reads. */
export function useMappings({ kind, source, destination }: Choice): Mapped {
  const { all } = useAddress()
  const enabled = kind === 'files' && source !== null && destination !== null
  const files = useAnswer(
    'GET /api/containers',
    {
      query: { datastore: [source ?? 0], container_type: ['computed_file'], sort_name: 'asc', size: most },
    },
    { enabled },
  )
  const here = useAnswer('GET /api/containers/listing', { query: { datastore: source ?? 0 } }, { enabled })
  const there = useAnswer(
    'GET /api/containers/listing',
    { query: { datastore: destination ?? 0 } },
    { enabled },
  )
  const readable = (there.data ?? []).filter(({ container_type }) => readAsFiles.includes(container_type))
  const chosen = new Map(all('reads').map((pair) => pair.split(':', 2).map(Number) as [number, number]))
  const mappings = (files.data?.items ?? []).flatMap(({ id, source_container_id }) => {
    const name = here.data?.find((one) => one.id === source_container_id)?.name
    const target = chosen.get(id) ?? readable.find((one) => one.name === name)?.id ?? 0
    return target === 0 ? [] : [{ container_id: id, destination_container_id: target }]
  })
  return {
    files: files.data?.items ?? [],
    total: files.data?.total ?? 0,
    mappings,
    error: files.error ?? here.error ?? there.error,
    isKnown: enabled && files.data !== undefined && here.data !== undefined && there.data !== undefined,
  }
}

/** What each computed file reads at the destination; those without are left out. */
export function FileMapping({
  mapped: { files, total, mappings, error, isKnown },
  destination,
}: {
  mapped: Mapped
  destination: number | null
}) {
  const { all, change } = useAddress()
  if (error) return <Failure error={error} />
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
