import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { Cell } from '../../kit/cell.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { counted } from '../../words/numbers.ts'

/** The rows that the scan kept, each once, with all anomalies that it belongs to. */
export function RowsOf({ id }: { id: number }) {
  const { data } = useAnswer(
    'GET /api/container-scans/{id}/source-records',
    { path: { id }, query: { limit: 50 } },
    { exact: true },
  )
  if (!data || data.total === 0) return null
  return (
    <section className="stack" aria-label="Failing rows">
      <h2>
        {counted(data.total, 'failing row')} kept
        {data.items.length < data.total && `, the first ${data.items.length} are shown`}
      </h2>
      <PlainTable
        label="Failing rows"
        heads={['Anomalies', ...data.fields.map(({ name }) => name)]}
        rows={data.items.map(({ record, anomaly_ids }) => [
          <span key="anomalies" className="row">
            {anomaly_ids.map((anomaly) => (
              <Link key={anomaly} to={`/anomalies/${anomaly}` as string}>
                {anomaly}
              </Link>
            ))}
          </span>,
          ...data.fields.map(({ name }) => <Cell key={name} value={record[name]} />),
        ])}
      />
    </section>
  )
}
