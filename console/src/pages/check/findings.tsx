import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Severity } from '../../kit/severity.tsx'
import { Time } from '../../kit/time.tsx'
import { counted } from '../../words/numbers.ts'
import { Said } from '../../kit/said.tsx'

/** The open anomalies of a check, the heaviest ten. */
export function Findings({ check }: { check: QualityCheck }) {
  const { data, error, refetch } = useAnswer('GET /api/anomalies', {
    query: { quality_check: [check.id], sort_weight: 'desc', size: 10 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section className="stack" aria-label="Open anomalies">
      <h2>{counted(data.total, 'open anomaly', 'open anomalies')}</h2>
      <PlainTable
        label="Open anomalies"
        heads={['Message', 'Weight', 'Found']}
        rows={data.items.map(({ id, message, weight, created }) => [
          <Link key="to" to={`/anomalies/${id}` as string}>
            <Said text={message} />
          </Link>,
          <Severity key="weight" weight={weight} />,
          <Time key="found" at={created} />,
        ])}
      />
    </section>
  )
}
