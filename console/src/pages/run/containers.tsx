import type { Operation, OperationContainer, PromotedEntity } from '../../api/api.generated.ts'
import { Empty } from '../../kit/empty.tsx'
import { Lasted } from '../../kit/lasted.tsx'
import { SearchField, Select } from '../../kit/fields.tsx'
import { State } from '../../kit/state.tsx'
import { useAddress } from '../../shell/search.ts'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table, type Column } from '../../tables/table.tsx'
import { count } from '../../words/numbers.ts'
import { PartitionCells } from './partition-cells.tsx'
import { PartitionsOf } from './partitions-of.tsx'

/** A container, or what a promotion made of one. */
type Row = OperationContainer | PromotedEntity

const allColumns: Column<Row>[] = [
  {
    key: 'name',
    head: 'Container',
    width: 'minmax(140px, 2fr)',
    cell: (row) => ('container' in row ? row.container.name : `${row.entity_type} ${row.source_entity_id}`),
  },
  { key: 'result', head: 'Result', width: '110px', cell: ({ result }) => <State name={result} /> },
  {
    key: 'partitions',
    head: 'Partitions',
    width: 'minmax(110px, 200px)',
    narrow: 'second',
    leaves: 3,
    cell: (row) => ('partitions' in row ? <PartitionCells part={row} /> : '—'),
  },
  {
    key: 'records',
    head: 'Records',
    width: '110px',
    narrow: 'second',
    isNumeric: true,
    cell: (row) => ('container' in row ? count(row.records_processed) : '—'),
  },
  {
    key: 'anomalies',
    head: 'Anomalies',
    width: '90px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 4,
    cell: (row) => ('container' in row ? count(row.anomaly_count) : '—'),
  },
  {
    key: 'took',
    head: 'Took',
    width: '90px',
    narrow: 'second',
    isNumeric: true,
    isPlain: true,
    cell: (row) =>
      'container' in row && row.start_time !== null ? (
        <Lasted from={row.start_time} to={row.end_time} />
      ) : (
        '—'
      ),
  },
  {
    key: 'message',
    head: 'Message',
    width: 'minmax(80px, 3fr)',
    narrow: 'hidden',
    leaves: 1,
    cell: ({ message }) => message ?? '',
  },
]

/** Columns with what runs of other kinds count: a sync reads no rows, and scans alone find something. */
const uncounted: Partial<Record<Operation['type'], readonly string[]>> = {
  sync: ['partitions', 'records', 'anomalies'],
  profile: ['anomalies'],
  export: ['anomalies'],
  materialize: ['anomalies'],
}

/** States by which containers are chosen. */
const states = {
  running: 'running',
  queued: 'queued',
  success: 'success',
  failure: 'failure',
  aborted: 'aborted',
} as const

const isState = (word: string | undefined): word is keyof typeof states =>
  word !== undefined && Object.hasOwn(states, word)

/** The containers of a run, each with how it went. */
export function RunContainers({ run }: { run: Operation }) {
  const address = useAddress()
  const search = address.one('search')
  const state = address.one('state')
  const shown = Number(address.one('part') ?? 0)
  const list = usePagedList('GET /api/operations/{id}/containers', {
    path: { id: run.id },
    query: {
      ...(search !== undefined && { search }),
      ...(isState(state) && { result: [state] }),
    },
  })
  return (
    <>
      <div className="row">
        <SearchField
          label="Search containers"
          value={search ?? ''}
          change={(text) => address.change({ search: text || undefined }, { replace: true })}
        />
        {run.type !== 'promote' && (
          <Select
            label="State"
            isInline
            value={state ?? ''}
            onChange={({ target }) => address.change({ state: target.value || undefined }, { replace: true })}
            options={[['', 'any'], ...Object.entries(states)]}
          />
        )}
      </div>
      <Table
        label="Containers"
        list={list}
        columns={allColumns.filter(({ key }) => !uncounted[run.type]?.includes(key))}
        {...(run.type !== 'promote' && {
          preview: {
            key: shown || null,
            keyOf: (row: Row) => ('container' in row ? row.container.id : 0),
            show: (row: Row) =>
              'container' in row && address.change({ part: String(row.container.id) }, { replace: true }),
          },
        })}
        address={(row) => ('container' in row ? `/containers/${row.container.id}` : '/runs')}
        empty={
          <Empty title="No container yet">
            <p>
              {run.end_time === null ? 'The run has not begun with any.' : 'The run had none to work on.'}
            </p>
          </Empty>
        }
      />
      {shown > 0 && <PartitionsOf run={run} containerId={shown} />}
    </>
  )
}
