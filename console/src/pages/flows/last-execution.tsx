import type { Flow } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { count } from '../../words/numbers.ts'

/** How often executions are looked at anew, milliseconds: the stream of changes does not tell of them. */
const often = 15_000

/** The newest execution of a flow, and in the same answer how many there are. */
function useExecutions(id: number) {
  return useAnswer('GET /api/flows/executions', { query: { flow: [id], size: 1 } }, { every: often })
}

/** How the last execution of a flow ended, and when it began. */
export function LastExecution({ flow: { id, last_triggered } }: { flow: Flow }) {
  const { data, error } = useExecutions(id)
  if (error && !data) return <span className="problem">{error.message}</span>
  if (!data) return null
  const [newest] = data.items
  if (newest === undefined)
    return <span className="muted">{last_triggered === null ? 'never' : 'none that you may see'}</span>
  return (
    <>
      <State name={newest.result} />{' '}
      <span className="muted">
        <Time at={newest.start_time} />
      </span>
    </>
  )
}

/** How many executions of a flow the person may see. */
export function ExecutionCount({ flow: { id } }: { flow: Flow }) {
  const { data } = useExecutions(id)
  return <>{data === undefined ? '' : count(data.total)}</>
}
