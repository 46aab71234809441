import { useState } from 'react'
import { Link, useParams } from '@tanstack/react-router'
import type { Container, Datastore } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Time } from '../../kit/time.tsx'
import { useAddress } from '../../shell/search.ts'
import { Connected } from '../../sources/connected.tsx'
import { RunActions } from '../../sources/run-actions.tsx'
import { VerdictCounts } from '../../sources/verdict-counts.tsx'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table, type Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'
import { ChangeCompute, ComputeWords } from './compute.tsx'
import './datastore.css'

const columns: Column<Container>[] = [
  { key: 'name', head: 'Table or file', width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
  {
    key: 'verdicts',
    head: 'Checks',
    width: 'minmax(200px, 2fr)',
    narrow: 'second',
    cell: ({ verdicts }) => <VerdictCounts verdicts={verdicts} />,
  },
  {
    key: 'anomalies',
    head: 'Open anomalies',
    width: '110px',
    narrow: 'hidden',
    isNumeric: true,
    cell: ({ open_anomalies }) => count(open_anomalies ?? 0),
  },
  {
    key: 'rows',
    head: 'Rows at the last scan',
    width: '140px',
    narrow: 'hidden',
    isNumeric: true,
    cell: ({ last_scan }) => (last_scan ? count(last_scan.records_processed) : '—'),
  },
  {
    key: 'scan',
    head: 'Last scan',
    width: '100px',
    narrow: 'hidden',
    cell: ({ last_scan }) => <Time at={last_scan?.start_time ?? null} />,
  },
]

/** One source at a glance: its state, and the tables and files in it. */
export default function DatastorePage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const { one, change } = useAddress()
  const search = one('search')
  const { data, error, refetch } = useAnswer('GET /api/datastores/{id}', { path: { id } })
  const list = usePagedList('GET /api/containers', {
    query: {
      datastore: [id],
      include: ['standing'],
      sort_open_anomalies: 'desc',
      ...(search !== undefined && { search }),
    },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the datastore …</p>
  return (
    <div className="datastore">
      <title>{`${data.name} · Assay`}</title>
      <h1>{data.name}</h1>
      <About datastore={data} />
      <div className="row">
        <RunActions datastoreId={id} />
        <ConnectionTest id={id} />
        <PromoteLink datastore={data} />
        <ChangeCompute datastore={data} />
      </div>
      <TextField
        label="Tables and files with"
        type="search"
        defaultValue={search ?? ''}
        onBlur={({ target }) => change({ search: target.value || undefined }, { replace: true })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change({ search: event.currentTarget.value || undefined })
        }}
      />
      <Table
        label="Tables and files"
        list={list}
        columns={columns}
        address={(container) => `/containers/${container.id}`}
        empty={
          search === undefined ? (
            <Empty title="No table or file is known yet">
              <p>A sync lists what the store holds.</p>
            </Empty>
          ) : (
            <Empty title="No name here has these words" />
          )
        }
      />
    </div>
  )
}

/** The way to promote what people compute on the datastore. */
function PromoteLink({ datastore: { id, store_type } }: { datastore: Datastore }) {
  if (store_type !== 'jdbc' && store_type !== 'dfs') return null
  const what = store_type === 'jdbc' ? 'tables' : 'files'
  return (
    <Link className="button" to={'/promote' as string} search={{ what, source: id } as never}>
      Promote
    </Link>
  )
}

function About({ datastore }: { datastore: Datastore }) {
  const {
    type,
    store_type,
    connected,
    metrics,
    quality_score,
    enrich_datastore,
    teams,
    database,
    schema,
    root_path,
  } = datastore
  return (
    <Facts>
      <Fact name="Connection">
        <Connected connected={connected} />
      </Fact>
      <Fact name="Type">{type}</Fact>
      <Fact name="Place">{root_path ?? [database, schema].filter(Boolean).join('.')}</Fact>
      {store_type === 'dfs' && (
        <Fact name="Evaluated by">
          <ComputeWords compute={datastore.compute} />
        </Fact>
      )}
      <Fact name="Active checks">
        <Link to={'/checks' as string} search={{ datastore: datastore.id } as never}>
          {count(metrics.active_checks)}
        </Link>
      </Fact>
      <Fact name="Active anomalies">{count(metrics.active_anomalies)}</Fact>
      {quality_score && <Fact name="Quality score">{quality_score.total ?? '—'} of 100</Fact>}
      {enrich_datastore && <Fact name="Results are written to">{enrich_datastore.name}</Fact>}
      {teams.length > 0 && <Fact name="Teams">{teams.map(({ name }) => name).join(', ')}</Fact>}
    </Facts>
  )
}

/** Asks the store whether it answers, and says what it said. */
function ConnectionTest({ id }: { id: number }) {
  const test = useChange('POST /api/datastores/{id}/connection')
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Button
        disabled={test.isPending}
        onClick={() => {
          ask(true)
          test.mutate({ path: { id } })
        }}
      >
        Test the connection
      </Button>
      {isAsked && (
        <span role="status">
          {test.isPending && 'Asking the store …'}
          {test.error?.message}
          {test.data && (test.data.connected ? 'The store answers.' : test.data.message)}
        </span>
      )}
    </>
  )
}
