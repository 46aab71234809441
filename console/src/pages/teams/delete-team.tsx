import { useState } from 'react'
import type { Team } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { counted } from '../../words/numbers.ts'

/** Deletes a team after a question that says whom that takes what; `close` closes the sheet of the team. */
export function DeleteTeam({
  team: { id, name, permission, users, datastores },
  close,
}: {
  team: Team
  close: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const change = useChange('DELETE /api/teams/{id}')
  const remove = () =>
    change.mutate(
      { path: { id } },
      {
        onSuccess() {
          close()
          tell(`${name} is deleted.`)
        },
      },
    )
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete {name}
      </Button>
      <Dialog title={`Delete ${name}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>
          {counted(users.length, 'person loses', 'people lose')} the permission {permission} on{' '}
          {counted(datastores.length, 'datastore')}, unless another team gives it. This cannot be undone.
        </p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={remove}>
            Delete the team
          </Button>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
        </div>
      </Dialog>
    </>
  )
}
