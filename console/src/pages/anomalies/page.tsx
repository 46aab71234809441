import { useState } from 'react'
import type { Anomaly, Endpoints } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { SearchField, Select } from '../../kit/fields.tsx'
import { MoreActs } from '../../kit/more-acts.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { FilterChips } from '../../shell/filter-chips.tsx'
import { ListFilters } from '../../sources/list-filters.tsx'
import { useAddress } from '../../shell/search.ts'
import { useGroupedList } from '../../tables/grouped-list.ts'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table } from '../../tables/table.tsx'
import { Total } from '../../tables/total.tsx'
import { ChangeAll } from '../../bulk/change-all.tsx'
import { AssignSheet } from '../../triage/assign-sheet.tsx'
import { gatherAnomalies, manyAnomalies } from '../../triage/bulk.tsx'
import { NoteSheet } from '../../triage/change-anomaly.tsx'
import { commentRequest } from '../../triage/comment-request.ts'
import { SaveAnomalies } from '../../triage/save.tsx'
import { groupingOf, groupings, mostGroups, useGroups, type Grouping } from './groups.ts'
import { useTriageKeys } from './triage-keys.ts'
import { ExportAnomalies } from './export.tsx'
import { NothingHere } from './nothing-here.tsx'
import { Preview } from './preview.tsx'
import { Chosen } from './chosen.tsx'
import { useInboxColumns } from './shown-columns.ts'
import { filtersOf, isNarrowed, orders, views, wantedOf, weights } from './views.ts'
import './inbox.css'

type Query = Endpoints['GET /api/anomalies']['query']

/** The inbox of findings, heaviest first, with the one in focus beside it. */
export default function Anomalies() {
  const address = useAddress()
  const filters = filtersOf(address)
  const { view, order, found, query } = wantedOf(address)
  const by = groupingOf(address.one('group'))
  const groups = useGroups(by, found, orders[order]?.query)
  const whole = usePagedList('GET /api/anomalies', { query }, { enabled: by === null })
  const grouped = useGroupedList('GET /api/anomalies', groups)
  const list = by === null ? whole : grouped
  const [chosen, choose] = useState<ReadonlyMap<number, Anomaly>>(new Map())
  const [preview, setPreview] = useState<Anomaly | null>(null)
  const id = Number(address.one('show') ?? Number.NaN)
  const shownColumns = useInboxColumns(by, filters, !Number.isNaN(id))
  const show = (anomaly: Anomaly | null) => {
    if (commentRequest.get() !== anomaly?.id) commentRequest.put(null)
    setPreview(anomaly)
    address.change({ show: anomaly === null ? undefined : String(anomaly.id) }, { replace: true })
  }
  const drop = (gone: readonly Anomaly[]) =>
    choose((now) => new Map([...now].filter(([id]) => gone.every((one) => one.id !== id))))
  const onKey = useTriageKeys(list, preview?.id === id ? preview : null, show, [...chosen.values()], drop)
  const toggle = (anomaly: Anomaly) => {
    const next = new Map(chosen)
    if (!next.delete(anomaly.id)) next.set(anomaly.id, anomaly)
    choose(next)
  }
  return (
    <div className="list-page">
      <title>Anomalies · Assay</title>
      <Heading order={order} found={found} query={query} />
      <ViewTabs open={view} filters={filters} by={by} />
      <ListFilters list="anomalies" filters={['datastore', 'rule_type', 'tag', weights]} />
      <FilterChips filters={['container', 'quality_check']} several={['datastore', 'rule_type', 'tag']} />
      {groups.all?.length === mostGroups && (
        <p className="muted">
          These are the {mostGroups} with the most anomalies; narrow the list to see others.
        </p>
      )}
      <Chosen anomalies={[...chosen.values()]} drop={drop} />
      <div className="split">
        <Table
          label="Anomalies"
          list={list}
          columns={shownColumns}
          address={({ id }) => `/anomalies/${id}`}
          preview={{ key: Number.isNaN(id) ? null : id, keyOf: (row) => row.id, show }}
          chosen={{ has: (row) => chosen.has(row.id), toggle }}
          onKey={onKey}
          empty={<NothingHere view={view} isNarrowed={isNarrowed(filters)} />}
        />
        {!Number.isNaN(id) && <Preview id={id} known={preview} close={() => show(null)} />}
      </div>
      <AssignSheet />
      <NoteSheet />
    </div>
  )
}

/** How the list is narrowed and ordered, and a change of all of it. */
function Heading({
  order,
  found,
  query,
}: {
  order: string
  found: Query
  /** With the order. */
  query: Query
}) {
  const address = useAddress()
  // The tab that is open counts the same.
  const total =
    useAnswer('GET /api/anomalies', { query: { ...found, size: 1 } }, { keep: true }).data?.total ?? null
  return (
    <div className="row">
      <h1>Anomalies</h1>
      <SearchField
        label="Search messages"
        value={address.one('search') ?? ''}
        change={(search) => address.change({ search: search || undefined }, { replace: true })}
      />
      <Select
        label="Order"
        isInline
        value={order}
        options={Object.entries(orders).map(([key, { word }]) => [key, word] as const)}
        onChange={({ target }) => address.change({ order: target.value })}
      />
      <MoreActs>
        <ExportAnomalies
          datastore={Number(address.one('datastore'))}
          container={Number(address.one('container'))}
        />
        <SaveAnomalies total={total} query={query} />
        <ChangeAll total={total} kind={manyAnomalies} find={(signal) => gatherAnomalies(query, signal)} />
      </MoreActs>
    </div>
  )
}

/** Which anomalies are listed, and in which groups. */
function ViewTabs({ open, filters, by }: { open: string; filters: Query; by: Grouping | null }) {
  const address = useAddress()
  return (
    <div className="views">
      <Tabs
        label="Which anomalies"
        open={open}
        tabs={Object.entries(views).map(([key, { word, query }]) => ({
          key,
          word,
          count: <Total list="GET /api/anomalies" query={{ ...filters, ...query }} />,
          search: address.with({ view: key, show: undefined }),
        }))}
      />
      <Select
        label="Group"
        isInline
        value={by ?? ''}
        options={[['', 'not at all'], ...Object.entries(groupings)]}
        onChange={({ target }) => address.change({ group: target.value || undefined, open: undefined })}
      />
    </div>
  )
}
