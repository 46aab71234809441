import type { Anomaly } from '../api/api.generated.ts'
import { Severity } from '../kit/severity.tsx'
import { Time } from '../kit/time.tsx'
import type { Column } from '../tables/table.tsx'
import { count } from '../words/numbers.ts'
import './columns.css'
import { Said } from '../kit/said.tsx'

/** What the inbox shows of each finding. */
export const columns: Column<Anomaly>[] = [
  {
    key: 'message',
    head: 'Message',
    width: 'minmax(280px, 5fr)',
    cell: ({ message, is_new: isNew, status }) => (
      <>
        {isNew && status === 'Active' && <span className="new">new</span>} <Said text={message} />
      </>
    ),
  },
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
    width: 'minmax(90px, 1.4fr)',
    narrow: 'second',
    leaves: 4,
    cell: ({ container }) => container.name,
  },
  {
    key: 'datastore',
    head: 'Datastore',
    width: 'minmax(200px, 1.4fr)',
    narrow: 'hidden',
    leaves: 0,
    cell: ({ datastore }) => datastore.name,
  },
  {
    key: 'rows',
    head: 'Rows',
    width: '70px',
    narrow: 'hidden',
    isNumeric: true,
    leaves: 1,
    cell: ({ anomalous_records_count: rows }) => (rows === null ? '—' : count(rows)),
  },
  {
    key: 'status',
    head: 'Status',
    width: '100px',
    narrow: 'second',
    leaves: 2,
    cell: ({ status }) => status,
  },
  {
    key: 'found',
    head: 'Found',
    width: '90px',
    narrow: 'hidden',
    leaves: 3,
    cell: ({ last_detected }) => <Time at={last_detected} />,
  },
]
