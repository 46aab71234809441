import { useState } from 'react'
import { Link, useParams } from '@tanstack/react-router'
import type { Datastore } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { DraftsWaiting } from '../../checks/drafts.tsx'
import { Act, ActLink } from '../../kit/act.tsx'
import { ActGroup, ActMenu } from '../../kit/act-menu.tsx'
import { Empty } from '../../kit/empty.tsx'
import { SearchField } from '../../kit/fields.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { useAddress } from '../../shell/search.ts'
import { OtherRuns, RunActions } from '../../sources/run-actions.tsx'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table } from '../../tables/table.tsx'
import { About } from './about.tsx'
import { ChangeDatastore } from './change.tsx'
import { columns } from './columns.tsx'
import { ChangeCompute } from './compute.tsx'
import { DeleteDatastore } from './delete.tsx'
import { Favourite } from './favourite.tsx'
import { NewComputed } from './new-computed.tsx'
import { ChangeResults } from './results.tsx'
import './datastore.css'

/** One source at a glance: its state, and the tables and files in it. */
export default function DatastorePage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const { one, change } = useAddress()
  const search = one('search')
  const { data, error, refetch } = useAnswer('GET /api/datastores/{id}', { path: { id } })
  const isNothing = useNothing(error, data)
  const list = usePagedList('GET /api/containers', {
    query: {
      datastore: [id],
      include: ['standing'],
      sort_open_anomalies: 'desc',
      ...(search !== undefined && { search }),
    },
  })
  if (error && isNothing) return <NoSuchThing one="datastore" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the datastore …</p>
  return (
    <div className="list-page datastore">
      <title>{`${data.name} · Assay`}</title>
      <div className="row">
        <h1>{data.name}</h1>
        <Favourite datastore={data} />
      </div>
      <About datastore={data} />
      <Acts datastore={data} />
      <NextStep datastore={data} />
      <SearchField
        label="Tables and files with"
        isNamed
        value={search ?? ''}
        change={(words) => change({ search: words || undefined }, { replace: true })}
      />
      <Table
        label="Tables and files"
        list={list}
        columns={columns}
        address={(container) => `/containers/${container.id}`}
        empty={
          search === undefined ? (
            <NothingKnown run={data.latest_operation} />
          ) : (
            <Empty title="No name here has these words" />
          )
        }
      />
    </div>
  )
}

/** What can be done with the datastore. */
function Acts({ datastore }: { datastore: Datastore }) {
  const { id } = datastore
  return (
    <div className="row">
      <RunActions datastoreId={id} primary={nextOf(datastore)} tooEarly={tooEarlyFor(datastore)} />
      <ActMenu>
        <ActGroup title="Runs">
          <OtherRuns datastoreId={id} />
          <Promote datastore={datastore} />
        </ActGroup>
        <ActGroup title="The datastore">
          <ConnectionTest id={id} />
          <NewComputed datastore={datastore} />
          <ChangeDatastore datastore={datastore} />
          <ChangeResults datastore={datastore} />
          <ChangeCompute datastore={datastore} />
          <DeleteDatastore datastore={datastore} />
        </ActGroup>
      </ActMenu>
    </div>
  )
}

/** What comes next: a scan, once there are checks for it to judge; nothing while a sync looks for what there is, nor of one that holds results. */
function nextOf(datastore: Datastore) {
  const { containers, active_checks } = datastore.metrics
  if (datastore.enrichment_only || isFirstSync(datastore)) return undefined
  if (containers === 0) return 'sync'
  return active_checks === 0 ? 'profile' : 'scan'
}

/** Whether a sync is under way before any check: a profile or scan beside it would miss what it has not found yet, and still end well. */
function isFirstSync({ latest_operation: run, metrics: { active_checks } }: Datastore): boolean {
  return active_checks === 0 && isOpenSync(run)
}

const isOpenSync = (run: Datastore['latest_operation']) => run?.type === 'sync' && run.end_time === null

/** Why there is nothing to scan or profile yet; null where there is. */
function tooEarlyFor(datastore: Datastore): string | null {
  if (isFirstSync(datastore))
    return 'A sync still looks for tables and files. This can start when it has ended.'
  return datastore.metrics.containers === 0 ? 'No table or file is known yet. A sync finds them.' : null
}

/** What is to be done before scans find all that they could; nothing where all is. */
function NextStep({ datastore }: { datastore: Datastore }) {
  return (
    <>
      {datastore.enrichment_only && <p>It receives results of other datastores, and is not scanned.</p>}
      {nextOf(datastore) === 'profile' && (
        <p>
          No check looks at it yet. A profile measures each field, and makes checks from what it finds; or
          write one on the page of a table or file.
        </p>
      )}
      <DraftsWaiting datastoreId={datastore.id} />
    </>
  )
}

/** In the place of tables and files before a sync has found some. */
function NothingKnown({ run }: { run: Datastore['latest_operation'] }) {
  const isUnderWay = isOpenSync(run)
  return (
    <Empty title={isUnderWay ? 'A sync is under way' : 'No table or file is known yet'}>
      <p>{isUnderWay ? 'What it finds appears here by itself.' : 'A sync lists what the store holds.'}</p>
    </Empty>
  )
}

/** The way to promote what people compute on the datastore. */
function Promote({ datastore: { id, store_type } }: { datastore: Datastore }) {
  if (store_type !== 'jdbc' && store_type !== 'dfs') return null
  const search = { what: store_type === 'jdbc' ? 'tables' : 'files', source: id }
  return <ActLink link={<Link to={'/promote' as string} search={search as never} />}>Promote</ActLink>
}

/** Asks the store whether it answers, and says what it said. */
function ConnectionTest({ id }: { id: number }) {
  const test = useChange('POST /api/datastores/{id}/connection')
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Act
        words="Test the connection"
        isBusy={test.isPending}
        act={() => {
          ask(true)
          test.mutate({ path: { id } })
        }}
      />
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
