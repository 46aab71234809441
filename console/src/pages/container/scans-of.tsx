import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { count, counted } from '../../words/numbers.ts'
import { duration } from '../../words/times.ts'

/** The last scans of a container, fifty of them. */
export function ScansOf({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer('GET /api/container-scans', {
    query: { container: [id], sort_created: 'desc', size: 50 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  if (data.total === 0) return <Empty title="No scan has looked at it yet" />
  return (
    <>
      {data.total > data.items.length && <p>The last 50 of {counted(data.total, 'scan')}</p>}
      <PlainTable
        label="Scans"
        heads={['Scan', 'Result', 'Rows', 'Anomalies', 'Took', 'Message']}
        rows={data.items.map((scan) => [
          <Link key="to" to={`/container-scans/${scan.id}` as string}>
            <Time at={scan.start_time ?? scan.created} />
          </Link>,
          <State key="result" name={scan.result} />,
          count(scan.records_processed),
          count(scan.anomaly_count),
          scan.start_time === null ? '—' : duration(scan.start_time, scan.end_time),
          scan.message ?? '',
        ])}
      />
    </>
  )
}
