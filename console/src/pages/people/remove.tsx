import { useState } from 'react'
import type { User } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'

/** Takes somebody out of the service, after asking: their tokens end and the name is not free again. */
export function Remove({ user: { id, user_name } }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRoleRefusal('Admin')
  const change = useChange('DELETE /api/users/{id}')
  const remove = () =>
    change.mutate(
      { path: { id } },
      {
        onSuccess() {
          setOpen(false)
          tell(`${user_name} is removed.`)
        },
      },
    )
  return (
    <>
      <Button refused={refused} aria-label={`Remove ${user_name}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Dialog title={`Remove ${user_name}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>
          All tokens of {user_name} end at once, and their teams lose them. What they did stays under their
          name, and nobody can get that name again.
        </p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={remove}>
            Remove {user_name}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
