import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Datastore, DatastoreStub } from '../../api/api.generated.ts'
import { NothingLikeThat } from '../../kit/empty.tsx'
import { SearchField } from '../../kit/fields.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { useAddress } from '../../shell/search.ts'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table, type Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'
import { kindOf } from '../../words/runs.ts'
import { Connected } from '../../sources/connected.tsx'
import { storeTypeOf } from '../../sources/store-types.ts'
import { NoDatastore } from '../../sources/no-datastore.tsx'
import { wantedOf } from './views.ts'

/** A datastore on which the person has no permission is known by its name alone. */
type Row = Datastore | DatastoreStub

/** A cell about what only those see who have a permission on the datastore. */
const ofSeen = (cell: (seen: Datastore) => ReactNode) => (row: Row) => ('metrics' in row ? cell(row) : null)

const columns: Column<Row>[] = [
  {
    key: 'name',
    head: 'Datastore',
    width: 'minmax(160px, 3fr)',
    cell: (row) =>
      'metrics' in row && row.favorite ? (
        <>
          <span role="img" aria-label="Favourite">
            ★
          </span>{' '}
          {row.name}
        </>
      ) : (
        row.name
      ),
  },
  {
    key: 'type',
    head: 'Type',
    width: 'minmax(110px, 2fr)',
    narrow: 'hidden',
    leaves: 1,
    cell: ({ type }) => storeTypeOf(type).word,
  },
  {
    key: 'connected',
    head: 'Connection',
    width: '170px',
    narrow: 'second',
    cell: (row) =>
      'metrics' in row ? (
        <Connected connected={row.connected} />
      ) : (
        <span className="muted">no permission on it</span>
      ),
  },
  {
    key: 'containers',
    head: 'Containers',
    width: '90px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 2,
    cell: ofSeen(({ metrics }) => count(metrics.containers)),
  },
  {
    key: 'checks',
    head: 'Active checks',
    width: '100px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 3,
    cell: ofSeen(({ metrics }) => count(metrics.active_checks)),
  },
  {
    key: 'anomalies',
    head: 'Open anomalies',
    width: '110px',
    narrow: 'second',
    isNumeric: true,
    cell: ofSeen(({ metrics }) => count(metrics.active_anomalies)),
  },
  {
    key: 'run',
    head: 'Last run',
    width: 'minmax(160px, 1.5fr)',
    narrow: 'hidden',
    cell: ofSeen(
      ({ latest_operation: run }) =>
        run && (
          <>
            <State name={run.result} word={kindOf(run)} /> <Time at={run.end_time ?? run.created} />
          </>
        ),
    ),
  },
]

/** Where the data is; favourites first. */
export default function Datastores() {
  const address = useAddress()
  const query = wantedOf(address)
  const { search } = query
  const list = usePagedList('GET /api/datastores', { query })
  return (
    <div className="list-page">
      <title>Datastores · Assay</title>
      <div className="row">
        <h1>Datastores</h1>
        <SearchField
          label="Name"
          value={search ?? ''}
          change={(words) => address.change({ search: words || undefined }, { replace: true })}
        />
        <span className="push" />
        <Link to={'/datastores/new' as string} className="button">
          Add a datastore
        </Link>
      </div>
      <Table
        label="Datastores"
        list={list}
        columns={columns}
        address={({ id }) => `/datastores/${id}`}
        empty={search === undefined ? <NoDatastore /> : <NothingLikeThat title="No datastore is called so" />}
      />
    </div>
  )
}
