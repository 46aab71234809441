import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { kindOf } from '../../words/runs.ts'

/** The runs that began last. */
export function LatestRuns() {
  const { data, error, refetch } = useAnswer('GET /api/operations', {
    query: { sort_created: 'desc', size: 8 },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (data?.total === 0) return <p className="muted">Nothing ran yet.</p>
  return (
    <ul className="short runs">
      {data?.items.map((run) => (
        <li key={run.id}>
          <Link to={`/runs/${run.id}`} className="cut">
            {kindOf(run)} {run.id}
          </Link>
          <span className="muted cut">{run.datastore?.name}</span>
          <State name={run.result} />
          <span className="muted">
            <Time at={run.created} />
          </span>
        </li>
      ))}
    </ul>
  )
}
