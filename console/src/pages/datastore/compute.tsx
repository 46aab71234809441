import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { ComputeInput, Datastore } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { SaveFoot } from '../../kit/save-foot.tsx'
import { useRefusal, useRoleRefusal } from '../../shell/rights.ts'

/** The connections to engines that evaluate files, as many as the person may see, as they are read. */
function useEngines() {
  return useAnswer('GET /api/connections', { query: { type: ['trino', 'spark'], size: 100 } })
}

/** What evaluates the files of a datastore, and where it sees them. */
export function ComputeWords({ compute }: { compute: Datastore['compute'] }) {
  const engines = useEngines().data?.items
  if (compute === null) return 'this service'
  const { connection_id, catalog, schema, location } = compute
  const name = engines?.find(({ id }) => id === connection_id)?.name ?? 'another engine'
  const tables = catalog === null ? '' : `, with tables in ${catalog}.${schema}`
  return <bdi>{`${name}, at ${location}${tables}`}</bdi>
}

/** Gives the files to an engine, or back to the service. */
export function ChangeCompute({ datastore }: { datastore: Datastore }) {
  const [role, editor] = [useRoleRefusal('Manager'), useRefusal(datastore.id, 'Editor')]
  if (datastore.store_type !== 'dfs') return null
  return (
    <Sheet
      words="Change the compute"
      title={`What evaluates the files of ${datastore.name}`}
      refused={role ?? editor}
    >
      {(close) => <Form datastore={datastore} close={close} />}
    </Sheet>
  )
}

const members = ['catalog', 'schema', 'location'] as const
type Place = Record<(typeof members)[number], string>

const lines: Record<keyof Place, { label: string; example: string }> = {
  catalog: { label: 'Catalog of files', example: 'hive' },
  schema: { label: 'Schema that holds nothing else', example: 'assay_scratch' },
  location: { label: 'The datastore’s root, as the engine names it', example: 's3://my-bucket/orders' },
}

function Form({ datastore, close }: { datastore: Datastore; close: () => void }) {
  const { compute } = datastore
  const [engine, setEngine] = useState(compute === null ? '' : String(compute.connection_id))
  const [place, setPlace] = useState<Place>(placeOf(compute))
  const reading = useEngines()
  const engines = reading.data?.items
  const { change, save } = useSaving(datastore, close)
  const problems = problemsOf(change.error)
  const isSpark = engines?.find(({ id }) => String(id) === engine)?.type === 'spark'
  const isPlaced = members.some((member) => problems.has(`compute.${member}`))
  return (
    <EntryForm
      className="stack"
      written={{ engine, place }}
      submit={() => save(computeOf(engine, isSpark ? { ...place, catalog: '', schema: '' } : place))}
    >
      <Select
        label="Evaluated by"
        value={engine}
        reading={reading}
        onChange={({ target }) => {
          setEngine(target.value)
          change.reset()
        }}
        options={[['', 'this service'], ...(engines ?? []).map((one) => [String(one.id), one.name] as const)]}
      />
      {engines?.length === 0 && <NoEngine />}
      {engine !== '' && (
        <PlaceLines
          shown={isSpark ? ['location'] : members}
          place={place}
          problems={problems}
          put={(member, value) => {
            setPlace({ ...place, [member]: value })
            // What was found wrong was about what stood there before.
            change.reset()
          }}
        />
      )}
      <p className="muted">
        Filters and expressions of checks are in the SQL of what evaluates them. The engine is asked before it
        is stored.
      </p>
      <SaveFoot change={change} isTold={isPlaced} />
    </EntryForm>
  )
}

/** The request of the form; the sheet closes once it was answered well. */
function useSaving({ id, name }: Datastore, close: () => void) {
  const change = useChange('PUT /api/datastores/{id}')
  const save = (compute: ComputeInput | null) =>
    change.mutate(
      { path: { id }, body: { compute } },
      {
        onSuccess({ compute: kept }) {
          close()
          tell(
            `The files of ${name} are evaluated by ${kept === null ? 'this service' : 'the engine'} from now on.`,
          )
        },
      },
    )
  return { change, save }
}

function PlaceLines({
  shown,
  place,
  problems,
  put,
}: {
  shown: readonly (keyof Place)[]
  place: Place
  problems: ReadonlyMap<string, string>
  put: (member: keyof Place, value: string) => void
}) {
  return shown.map((member) => (
    <TextField
      key={member}
      label={lines[member].label}
      placeholder={lines[member].example}
      required
      spellCheck={false}
      value={place[member]}
      problem={problems.get(`compute.${member}`) ?? null}
      onChange={({ target }) => put(member, target.value)}
    />
  ))
}

function NoEngine() {
  return (
    <p className="muted">
      There is no connection to Trino or Spark yet. One is made with{' '}
      <Link to={'/datastores/new' as string} search={{ type: 'trino' } as never}>
        a datastore on it
      </Link>
      .
    </p>
  )
}

/** The texts of the lines. */
const placeOf = (compute: Datastore['compute']): Place => ({
  catalog: compute?.catalog ?? '',
  schema: compute?.schema ?? '',
  location: compute?.location ?? '',
})

/** What was chosen, as the service takes it; null: the service itself evaluates the files. */
function computeOf(engine: string, { catalog, schema, location }: Place): ComputeInput | null {
  if (engine === '') return null
  return {
    connection_id: Number(engine),
    catalog: catalog.trim() || null,
    schema: schema.trim() || null,
    location: location.trim(),
  }
}
