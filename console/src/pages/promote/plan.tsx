import { useEffect } from 'react'
import { Link } from '@tanstack/react-router'
import type { Operation, PromotedEntity, PromoteResult } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { copyText } from '../../kit/copy.ts'
import { followRun } from '../../live/follow-run.ts'
import { counted } from '../../words/numbers.ts'
import { nounOf } from './choice.ts'
import { PlanLines } from './lines.tsx'
import { Promotion } from './promotion.tsx'

/** Groups of a plan, with what the reader has to look at first. */
const groups = [
  ['failed', 'Refused'],
  ['created', 'Created'],
  ['updated', 'Changed'],
  ['skipped', 'The same there'],
] as const satisfies readonly (readonly [PromoteResult, string])[]

/** A plan, and beside each of its lines what the promotion made of it. */
export function Plan({ id, runId }: { id: number; runId: number | null }) {
  const plan = useFollowed(id)
  const run = useFollowed(runId)
  if (plan.error && !plan.data) return <Failure error={plan.error} retry={() => void plan.refetch()} />
  if (!plan.data) return <p className="muted">Reading the plan …</p>
  if (plan.data.promote_type === undefined || plan.data.dry_run !== true)
    return <Empty title={`Run ${id} is no plan of a promotion`} />
  const lines = plan.data.results ?? []
  const noun = nounOf(plan.data.promote_type)
  const isOpen = plan.data.end_time === null
  return (
    <section className="stack" aria-label="Plan">
      <Head plan={plan.data} lines={lines} />
      {run.error && !run.data && <Failure error={run.error} retry={() => void run.refetch()} />}
      {!isOpen && lines.length > 0 && lines.every(({ result }) => result === 'skipped') && runId === null ? (
        <Empty
          title={
            lines.length === 1 ? `The ${noun} is the same there` : `All ${lines.length} are the same there`
          }
        />
      ) : (
        !isOpen && lines.length > 0 && <Promotion plan={plan.data} run={run.data} runId={runId} />
      )}
      {groups.map(([result, title]) => (
        <PlanLines
          key={result}
          title={title}
          lines={lines.filter((line) => line.result === result)}
          run={run.data}
          canLeaveOut={result !== 'failed' && runId === null}
        />
      ))}
    </section>
  )
}

function Head({ plan, lines }: { plan: Operation; lines: readonly PromotedEntity[] }) {
  const isOpen = plan.end_time === null
  const copy = () => void copyText(JSON.stringify(lines, null, 2), 'The plan is in the clipboard, as JSON.')
  return (
    <>
      <div className="row">
        <h2>Plan</h2>
        {isOpen && <State name="running" word={`Looking: ${counted(lines.length, 'line')} so far`} />}
        <span className="push" />
        {lines.length > 0 && <Button onClick={copy}>Copy as JSON</Button>}
      </div>
      <p>
        {counted(lines.length, nounOf(plan.promote_type))} of <b>{placeOf(plan.container, plan.datastore)}</b>{' '}
        to <b>{placeOf(plan.destination_container, plan.destination_datastore)}</b>
        {plan.promote_type === 'quality_check' &&
          (plan.as_draft === false ? ', active' : ', as drafts')}.{' '}
        <span className="muted">
          Made <Time at={plan.created} />, by <Link to={`/runs/${plan.id}` as string}>run {plan.id}</Link>.
        </span>
      </p>
      {!isOpen && plan.message !== null && (
        <p className={plan.result === 'success' ? '' : 'problem'}>{plan.message}</p>
      )}
    </>
  )
}

const placeOf = (...places: ({ name: string } | null | undefined)[]): string =>
  places.flatMap((place) => (place ? [place.name] : [])).join(' in ') || 'a place that was deleted'

/** A run, asked again whenever it changes; null asks for none. */
function useFollowed(id: number | null) {
  const answer = useAnswer(
    'GET /api/operations/{id}',
    { path: { id: id ?? 0 } },
    { enabled: id !== null, exact: true },
  )
  const isOpen = answer.data?.end_time === null
  useEffect(() => (id !== null && isOpen ? followRun(id) : undefined), [id, isOpen])
  return answer
}
