import { useParams } from '@tanstack/react-router'
import type { QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { useAddress } from '../../shell/search.ts'
import { NoDatastore } from '../../sources/no-datastore.tsx'
import { useNothingSeen } from '../../sources/nothing-seen.tsx'
import { NoSuchThing } from '../../shell/no-such-thing.tsx'
import { blank, draftOf, type Draft } from './draft.ts'
import { Editor } from './editor.tsx'

/** Where a check is written or changed; it is tried against the data before it is kept. */
export default function CheckEditor() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <NewCheck /> : <KeptCheck id={Number(id)} />
}

/** The address may name the container, fields and rule to begin with. */
function NewCheck() {
  const { one, all } = useAddress()
  const containerId = Number(one('container')) || null
  const known = useNothingSeen()
  const {
    data: container,
    error,
    refetch,
  } = useAnswer(
    'GET /api/containers/{id}',
    { path: { id: containerId ?? 0 } },
    { enabled: containerId !== null },
  )
  if (containerId !== null && error && !container)
    return <NoSuchThing one="table or file" error={error} retry={() => void refetch()} />
  if (containerId !== null && !container) return <p className="muted">Reading the container …</p>
  const start: Draft = {
    ...blank,
    datastoreId: container?.datastore.id ?? (Number(one('datastore')) || null),
    containerId,
    fields: all('fields'),
    rule: one('rule') ?? null,
    properties: Object.fromEntries(
      ['min', 'max', 'value'].flatMap((name) => (one(name) === undefined ? [] : [[name, one(name) ?? '']])),
    ),
  }
  if (known !== null && containerId === null)
    return (
      <div className="stack">
        <h1>New check</h1>
        <NoDatastore known={known} />
      </div>
    )
  return <Editor start={start} check={null} />
}

/** The address may name an earlier version to begin with, one of those that the page of the check offers. */
function KeptCheck({ id }: { id: number }) {
  const path = { id }
  const number = Number(useAddress().one('version')) || null
  const { data, error, refetch } = useAnswer('GET /api/quality-checks/{id}', { path })
  const past = useAnswer(
    'GET /api/quality-checks/{id}/versions',
    { path, query: { size: 20 } },
    { enabled: number !== null },
  )
  if (error && !data) return <NoSuchThing one="check" error={error} retry={() => void refetch()} />
  if (past.error && !past.data) return <Failure error={past.error} retry={() => void past.refetch()} />
  if (!data || (number !== null && !past.data)) return <p className="muted">Reading the check …</p>
  const version = past.data?.items.find((one) => one.version.number === number)
  return (
    <Editor
      key={`${id} ${number}`}
      start={draftOf(version ?? data)}
      check={data satisfies QualityCheck}
      begunAs={version?.version.number}
    />
  )
}
