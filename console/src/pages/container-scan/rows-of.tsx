import { Link } from '@tanstack/react-router'
import type { Anomaly, FailingRow } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { failedChecks } from '../../triage/failed-checks.ts'
import { failingFirst, RecordTable } from '../../triage/record-table.tsx'
import { counted } from '../../words/numbers.ts'
import '../../triage/records.css'

/** The rows that the scan kept, each once, with all anomalies that it belongs to; cells that fail a check are framed. */
export function RowsOf({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer(
    'GET /api/container-scans/{id}/source-records',
    { path: { id }, query: { limit: 50 } },
    { exact: true },
  )
  const found = useAnswer('GET /api/anomalies', { query: { container_scan: id, size: 1000 } }).data
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.total === 0) return null
  const anomalies = new Map((found?.items ?? []).map((anomaly) => [anomaly.id, anomaly]))
  const rows = data.items.map(({ record, anomaly_ids }) => ({
    record,
    failing: failingBy(anomaly_ids.flatMap((one) => anomalies.get(one) ?? [])),
  }))
  return (
    <section className="stack" aria-label="Rows that the scan kept">
      <h2>
        {counted(data.total, 'failing row')} kept
        {data.items.length < data.total && `, the first ${data.items.length} are shown`}
      </h2>
      <div className="records">
        <RecordTable
          rows={rows}
          fields={failingFirst(rows, data.fields)}
          demands={demandsOf([...anomalies.values()])}
          lead={{
            head: 'Anomalies',
            cells: data.items.map(({ anomaly_ids }) => <AnomalyLinks key="lead" ids={anomaly_ids} />),
          }}
        />
      </div>
    </section>
  )
}

function AnomalyLinks({ ids }: { ids: readonly number[] }) {
  return (
    <span className="row">
      {ids.map((id) => (
        <Link key={id} to={`/anomalies/${id}` as string}>
          {id}
        </Link>
      ))}
    </span>
  )
}

/** The fields that fail in a row of these anomalies, by check. */
const failingBy = (anomalies: readonly Anomaly[]): FailingRow['failing'] =>
  Object.fromEntries(
    anomalies.flatMap((anomaly) => failedChecks(anomaly).map(({ id, fields }) => [id, [...fields]])),
  )

/** What the failed checks demand, by their ids. */
const demandsOf = (anomalies: readonly Anomaly[]): ReadonlyMap<number, string> =>
  new Map(
    anomalies.flatMap((anomaly) =>
      failedChecks(anomaly).map(({ id, description, message }) => [id, description || message] as const),
    ),
  )
