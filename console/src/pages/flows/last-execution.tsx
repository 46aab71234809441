import type { ListedFlow } from '../../api/api.generated.ts'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'

/** How the last execution of a flow ended, and when it began. */
export function LastExecution({ flow: { last_execution, last_triggered } }: { flow: ListedFlow }) {
  if (last_execution === null)
    return <span className="muted">{last_triggered === null ? 'never' : 'none that you may see'}</span>
  return (
    <>
      <State name={last_execution.result} />{' '}
      <span className="muted">
        <Time at={last_execution.start_time} />
      </span>
    </>
  )
}
