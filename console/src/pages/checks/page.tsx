import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../../api/api.generated.ts'
import { ChangeAll } from '../../bulk/change-all.tsx'
import { gatherChecks, manyChecks } from '../../checks/bulk.tsx'
import { showEvidence } from '../../checks/evidence.ts'
import { archive, open } from '../../checks/acts.ts'
import { SaveChecks } from '../../checks/save.tsx'
import { NewCheckAnywhere } from '../../checks/new-check.tsx'
import { Empty, NothingLikeThat } from '../../kit/empty.tsx'
import { Select } from '../../kit/fields.tsx'
import { MoreActs } from '../../kit/more-acts.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ListFilters } from '../../sources/list-filters.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { FilterChips } from '../../shell/filter-chips.tsx'
import { useAddress, type Search } from '../../shell/search.ts'
import { usePagedList, type PagedList } from '../../tables/paged-list.ts'
import type { Key } from '../../tables/row-keys.ts'
import { Table } from '../../tables/table.tsx'
import { Total } from '../../tables/total.tsx'
import { columns } from './columns.tsx'
import { verdicts } from './filters.ts'
import { orders, views, wantedOf, type Query, type View } from './views.ts'

/** All rules and how they stand. */
export default function Checks() {
  const address = useAddress()
  const { view, order, narrowed, wanted, query } = wantedOf(address)
  // Templates are listed only where they are asked for.
  const list = usePagedList('GET /api/quality-checks', { query }) as PagedList<QualityCheck>
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined)
  return (
    <div className="list-page">
      <title>Checks · Assay</title>
      <div className="row">
        <h1>Checks</h1>
        <Select
          label="Order"
          isInline
          value={order}
          options={Object.entries(orders).map(([key, { word }]) => [key, word] as const)}
          onChange={({ target }) => address.change({ order: target.value })}
        />
        <span className="push" />
        <MoreActs>
          <SaveChecks total={list.total} query={{ ...wanted, ...views[view], ...orders[order]?.query }} />
          <ChangeAll
            total={list.total}
            kind={manyChecks}
            find={(signal) => gatherChecks({ ...wanted, ...views[view] }, signal)}
          />
        </MoreActs>
        <NewCheckAnywhere />
      </div>
      <ViewTabs view={view} narrowed={narrowed} wanted={wanted} />
      <ListFilters list="checks" words="Words" filters={[verdicts, 'rule_type', 'datastore', 'tag']} />
      <FilterChips filters={['container', 'field']} several={['rule_type', 'datastore', 'tag']} />
      <Table
        label="Checks"
        list={list}
        columns={columns}
        address={({ id }) => `/checks/${id}`}
        onKey={actByKey}
        empty={<NoCheck view={view} isNarrowed={isNarrowed} />}
      />
    </div>
  )
}

function NoCheck({ view, isNarrowed }: { view: View; isNarrowed: boolean }) {
  if (isNarrowed) return <NothingLikeThat title="No check is like that" kept={{ view }} />
  return (
    <OnceConnected>
      <Empty title="There is no check here">
        <p>
          A profile of a <Link to={'/datastores' as string}>datastore</Link> makes checks from what it finds;
          or write a new one.
        </p>
      </Empty>
    </OnceConnected>
  )
}

function ViewTabs({ view, narrowed, wanted }: { view: View; narrowed: Search; wanted: Query }) {
  const address = useAddress()
  const words = { active: 'Active', draft: 'Draft', archived: 'Archived' }
  return (
    <Tabs
      label="Views"
      open={view}
      tabs={(Object.keys(views) as View[]).map((key) => ({
        key,
        word: words[key],
        count: <Total list="GET /api/quality-checks" query={{ ...wanted, ...views[key] }} />,
        search: { ...narrowed, order: address.one('order'), view: key },
      }))}
    />
  )
}

/** `a` activates, `d` makes a draft, `A` archives, `q` shows how it was judged; what may not be done is refused by the service, which says why. */
function actByKey(check: QualityCheck, { key, ctrlKey, metaKey, altKey }: Key): boolean {
  if (ctrlKey || metaKey || altKey) return false
  if (key === 'a') void open([check], 'Active')
  else if (key === 'd') void open([check], 'Draft')
  else if (key === 'q') showEvidence(check)
  else if (key === 'A') void archive([check], 'Archived')
  else return false
  return true
}
