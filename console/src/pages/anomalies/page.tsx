import type { Anomaly } from '../../api/api.generated.ts'
import { Empty } from '../../kit/empty.tsx'
import { Severity } from '../../kit/severity.tsx'
import { Time } from '../../kit/time.tsx'
import { usePagedList } from '../../tables/paged-list.ts'
import { Table, type Column } from '../../tables/table.tsx'

const columns: Column<Anomaly>[] = [
  { key: 'message', head: 'Message', width: 'minmax(160px, 4fr)', cell: ({ message }) => message },
  {
    key: 'weight',
    head: 'Weight',
    width: '110px',
    narrow: 'second',
    cell: ({ weight }) => <Severity weight={weight} />,
  },
  {
    key: 'container',
    head: 'Container',
    width: 'minmax(100px, 1fr)',
    narrow: 'second',
    cell: ({ container }) => container.name,
  },
  {
    key: 'found',
    head: 'Found',
    width: '90px',
    narrow: 'hidden',
    cell: ({ created }) => <Time at={created} />,
  },
]

/** The inbox of findings, heaviest first. */
export default function Anomalies() {
  const list = usePagedList('GET /api/anomalies', { query: { sort_weight: 'desc' } })
  return (
    <div className="inbox">
      <h1>Anomalies</h1>
      <Table
        label="Anomalies"
        list={list}
        columns={columns}
        address={({ id }) => `/anomalies/${id}`}
        empty={<Empty title="Nothing is open" />}
      />
    </div>
  )
}
