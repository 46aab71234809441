import { Link } from '@tanstack/react-router'
import type { Operation, PromoteResult } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Progress } from '../../kit/progress.tsx'
import { State } from '../../kit/state.tsx'
import { useAddress } from '../../shell/search.ts'
import { count, counted } from '../../words/numbers.ts'
import { nounOf, promotionOf } from './choice.ts'
import { useEndsRefusal } from './plan-request.tsx'
import { useTaken } from './taken.ts'

/** Most things that a request names by id. */
const most = 10_000

/** The button that does what the plan says; once it was used, how far that is. */
export function Promotion({
  plan,
  run,
  runId,
}: {
  plan: Operation
  run: Operation | undefined
  runId: number | null
}) {
  const { change } = useAddress()
  const start = useChange('POST /api/operations/run')
  const refused = useEndsRefusal(plan.datastore_id, plan.destination_datastore_id ?? null)
  const taken = useTaken(plan)
  const ids = taken.map(({ source_entity_id }) => source_entity_id)
  const wanted = promotionOf(plan, ids)
  if (runId !== null)
    return run ? <Outcome run={run} total={ids.length} noun={nounOf(plan.promote_type)} /> : null
  const changed = taken.filter(({ result }) => result !== 'skipped').length
  const missing =
    plan.result === 'aborted'
      ? 'This plan was stopped before it was whole. Plan again.'
      : reasonAgainst(taken.length, changed)
  return (
    <>
      <div className="row">
        <Button
          kind="primary"
          refused={missing ?? refused}
          disabled={start.isPending || wanted === null}
          onClick={() => {
            if (wanted !== null)
              start.mutate({ body: wanted }, { onSuccess: ({ id }) => change({ run: String(id) }) })
          }}
        >
          Promote {counted(changed, nounOf(plan.promote_type))}
        </Button>
      </div>
      {start.error && <Failure error={start.error} />}
    </>
  )
}

function reasonAgainst(total: number, changed: number): string | null {
  if (total === 0) return 'Nothing is left to promote.'
  if (total > most) return `At most ${most} are promoted by a plan; leave some out.`
  return changed === 0 ? 'What is left is the same there.' : null
}

/** What a promotion made of things so far, in the order in which it is told. */
const outcomes = [
  ['created', 'created'],
  ['updated', 'changed'],
  ['skipped', 'the same there'],
  ['failed', 'refused'],
] as const satisfies readonly (readonly [PromoteResult, string])[]

/** How far a promotion is. Those that are the same there count, too: it looks at each line that was taken. */
function Outcome({ run, total, noun }: { run: Operation; total: number; noun: string }) {
  const lines = run.results ?? []
  const parts = outcomes.flatMap(([result, words]) => {
    const many = lines.filter((line) => line.result === result).length
    return many === 0 ? [] : [`${count(many)} ${words}`]
  })
  return (
    <>
      <div className="row" role="status">
        <State name={run.result} />
        <Link to={`/runs/${run.id}` as string}>Run {run.id}</Link>
        <span>
          {lines.length < total && `${count(lines.length)} of `}
          {counted(total, noun)}
          {parts.length > 0 && `: ${parts.join(', ')}`}
        </span>
        {run.message !== null && <span>{run.message}</span>}
      </div>
      {run.end_time === null && <Progress done={lines.length} total={total} label="Promoted" />}
    </>
  )
}
