import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { Severity } from '../../kit/severity.tsx'
import { Time } from '../../kit/time.tsx'
import { Said } from '../../kit/said.tsx'

/** The open findings that weigh most. */
export function Heaviest() {
  const { data, error, refetch } = useAnswer('GET /api/anomalies', {
    query: { sort_weight: 'desc', size: 8 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (data?.total === 0) return <p className="muted">Nothing is open.</p>
  return (
    <ul className="short">
      {data?.items.map(({ id, message, weight, container, last_detected }) => (
        <li key={id}>
          <Link to={`/anomalies/${id}`} className="cut">
            <Said text={message} />
          </Link>
          <span className="muted cut">{container.name}</span>
          <Severity weight={weight} />
          <span className="muted">
            <Time at={last_detected} />
          </span>
        </li>
      ))}
    </ul>
  )
}
