import type { Flow, FlowExecution } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Sets off a flow that waits for a person. */
export function RunNow({ flow: { id, name, deactivated } }: { flow: Flow }) {
  const notManager = useRoleRefusal('Manager')
  const change = useChange('POST /api/flows/{id}/execute')
  return (
    <Button
      kind="primary"
      refused={notManager ?? (deactivated ? 'The flow is off: turn it on to run it.' : null)}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { path: { id } },
          {
            onSuccess: () => tell(`${name} runs.`),
            onError: ({ message }) => tell(message),
          },
        )
      }
    >
      Run now
    </Button>
  )
}

/** Puts the messages of an execution that were not delivered in line again; nothing where all were. */
export function SendAgain({ execution: { id, action_executions } }: { execution: FlowExecution }) {
  const refused = useRoleRefusal('Manager')
  const change = useChange('POST /api/flows/executions/{id}/resend')
  const isUndelivered = action_executions.some(
    ({ action, result }) => action.type === 'notification' && result === 'failure',
  )
  if (!isUndelivered) return null
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      aria-label={`Send again, execution ${id}`}
      onClick={() =>
        change.mutate(
          { path: { id } },
          {
            onSuccess: () => tell('What was not delivered is in line again.'),
            onError: ({ message }) => tell(message),
          },
        )
      }
    >
      Send again
    </Button>
  )
}
