import { useState } from 'react'
import type { Connection } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { State } from '../../kit/state.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Tries a connection and says beside it what the source answered. */
export function TestConnection({ connection: { id, name } }: { connection: Connection }) {
  const refused = useRoleRefusal('Manager')
  const { mutate, data, error, isPending } = useChange('POST /api/connections/{id}/test')
  return (
    <>
      <Button
        refused={refused}
        disabled={isPending}
        aria-label={`Test ${name}`}
        onClick={() => mutate({ path: { id }, body: null })}
      >
        Test
      </Button>
      <span className="outcome-of-test" role="status">
        {isPending && 'Trying …'}
        {!isPending && data?.connected === true && <State name="success" word="It answers" />}
        {!isPending && data?.connected === false && (
          <>
            <State name="failure" word="No connection" /> <bdi>{data.message}</bdi>
          </>
        )}
        {!isPending && error && <span className="problem">{error.message}</span>}
      </span>
    </>
  )
}

/** Deletes a connection that nothing uses, after asking. */
export function RemoveConnection({ connection: { id, name, datastores } }: { connection: Connection }) {
  const [isOpen, setOpen] = useState(false)
  const notManager = useRoleRefusal('Manager')
  const change = useChange('DELETE /api/connections/{id}')
  if (datastores.length > 0) return null
  const remove = () =>
    change.mutate(
      { path: { id } },
      {
        onSuccess() {
          setOpen(false)
          tell(`${name} is deleted.`)
        },
      },
    )
  return (
    <>
      <Button refused={notManager} aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog title={`Delete ${name}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>No datastore uses it. What it knows of its source, with the password, is gone then.</p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={remove}>
            Delete {name}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
