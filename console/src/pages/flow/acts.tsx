import { useNavigate } from '@tanstack/react-router'
import type { Flow, FlowAction, FlowExecution } from '../../api/api.generated.ts'
import { outdate, useChange } from '../../api/answers.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../kit/button.tsx'
import { Deletion } from '../../kit/deletion.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Sets off a flow; one that waits for events is told of the newest of its kind. */
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

/** Stops an execution that goes on: what is not done is left, and the runs that it has started are aborted. */
export function Abort({ execution: { id, result } }: { execution: FlowExecution }) {
  const refused = useRoleRefusal('Manager')
  const change = useChange('POST /api/flows/executions/{id}/abort')
  if (result !== 'running') return null
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      aria-label={`Abort execution ${id}`}
      onClick={() => change.mutate({ path: { id } }, { onError: ({ message }) => tell(message) })}
    >
      Abort
    </Button>
  )
}

/** Leaves a message out, or lets it be sent again. */
export function Mute({ action: { id, type, muted } }: { action: FlowAction }) {
  const refused = useRoleRefusal('Manager')
  const change = useChange('PATCH /api/flows/actions/notification/{id}/muted')
  if (type !== 'notification') return null
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      onClick={() =>
        change.mutate({ path: { id }, body: { muted: !muted } }, { onError: ({ message }) => tell(message) })
      }
    >
      {muted ? 'Send it again' : 'Mute'}
    </Button>
  )
}

/** Leads to the form of the flow, copies it, or deletes it after a question. */
export function Keeping({ flow: { id, name } }: { flow: Flow }) {
  const refused = useRoleRefusal('Manager')
  const navigate = useNavigate()
  const clone = useChange('POST /api/flows/{id}/clone')
  const remove = async () => {
    await ask('DELETE /api/flows/{id}', { path: { id } })
    tell(`${name} is deleted.`)
    // Away first: this page would ask for what is not there any more.
    await navigate({ to: '/flows' })
    await outdate('flows')
  }
  return (
    <>
      <Button refused={refused} onClick={() => void navigate({ to: `/flows/${id}/edit` })}>
        Change
      </Button>
      <Button
        refused={refused}
        disabled={clone.isPending}
        onClick={() =>
          clone.mutate(
            { path: { id } },
            {
              onSuccess: (copy) => {
                tell(`${copy.name} is a copy of ${name}; it is off.`)
                void navigate({ to: `/flows/${copy.id}` })
              },
              onError: ({ message }) => tell(message),
            },
          )
        }
      >
        Clone
      </Button>
      <Deletion name={name} noun="flow" refused={refused} remove={remove}>
        Nothing sets it off any more, and what it has begun is not gone on with.
      </Deletion>
    </>
  )
}
