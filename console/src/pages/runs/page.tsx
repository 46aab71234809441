import { Link } from '@tanstack/react-router'
import { Empty, NothingLikeThat } from '../../kit/empty.tsx'
import { Select } from '../../kit/fields.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { FilterChips } from '../../shell/filter-chips.tsx'
import { ListFilters } from '../../sources/list-filters.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { useAddress } from '../../shell/search.ts'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table } from '../../tables/table.tsx'
import { Total } from '../../tables/total.tsx'
import { columns } from './columns.tsx'
import { Timeline } from './timeline.tsx'
import { orders, types, views, wantedOf } from './views.ts'
import { Year } from './year.tsx'

/** Members of the address that narrow the list, beside the tabs. */
const narrowing = ['type', 'datastore', 'start_date', 'end_date'] as const

/** What ran, runs and waits, the newest first. */
export default function Runs() {
  const address = useAddress()
  const { view, order, filters, query } = wantedOf(address)
  const list = usePagedList('GET /api/operations', { query })
  return (
    <div className="list-page">
      <title>Runs · Assay</title>
      <div className="row">
        <h1>Runs</h1>
        <Select
          label="Order"
          isInline
          value={order}
          options={Object.entries(orders).map(([key, { word }]) => [key, word] as const)}
          onChange={({ target }) => address.change({ order: target.value })}
        />
      </div>
      <ListFilters list="runs" filters={[{ member: 'type', label: 'Kind', values: types }, 'datastore']} />
      <FilterChips filters={['start_date', 'end_date']} several={['datastore']} />
      <Timeline datastore={filters.datastore ?? []} />
      <Year datastore={filters.datastore ?? []} />
      <Tabs
        label="Which runs"
        open={view}
        tabs={Object.entries(views).map(([key, { word, query }]) => ({
          key,
          word,
          count: <Total list="GET /api/operations" query={{ ...filters, ...query }} />,
          search: address.with({ view: key }),
        }))}
      />
      <Table
        label="Runs"
        list={list}
        columns={columns}
        address={({ id }) => `/runs/${id}`}
        empty={
          <NoRun
            isNarrowed={view !== 'all' || narrowing.some((member) => address.one(member) !== undefined)}
          />
        }
      />
    </div>
  )
}

function NoRun({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <OnceConnected>
      {isNarrowed ? (
        <NothingLikeThat title="No run is like that" />
      ) : (
        <Empty title="Nothing ran yet">
          <p>
            A sync, a profile or a scan of a <Link to={'/datastores' as string}>datastore</Link> is a run, and
            stands here from its first second.
          </p>
        </Empty>
      )}
    </OnceConnected>
  )
}
