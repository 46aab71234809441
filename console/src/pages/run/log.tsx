import { useState } from 'react'
import type { Operation } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { Said } from '../../kit/said.tsx'

/** What could not be done in a run, in its own words. */
export function RunLog({ run }: { run: Operation }) {
  const [page, go] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/operations/{id}/logs',
    { path: { id: run.id }, query: { page, size: 500 } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (data?.total === 0) {
    return (
      <Empty title="The log is empty">
        <p>It has what could not be evaluated, and why.</p>
      </Empty>
    )
  }
  return (
    <>
      <ol className="log">
        {data?.items.map(({ id, level, message, created }) => (
          <li key={id}>
            <State
              name={level === 'error' ? 'failure' : level === 'warning' ? 'warning' : level}
              word={level}
            />{' '}
            <span className="muted">
              <Time at={created} isExact />
            </span>{' '}
            <Said text={message} />
          </li>
        ))}
      </ol>
      {data && (
        <Pages
          {...{ page, go }}
          pages={data.pages}
          total={data.total}
          one="line"
          ways={['Earlier', 'Later']}
        />
      )}
    </>
  )
}
