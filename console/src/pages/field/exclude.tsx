import { useState } from 'react'
import type { Field } from '../../api/api.generated.ts'
import { outdate, useChange } from '../../api/answers.ts'
import { Act } from '../../kit/act.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** Leaves a field out of all that is read, after asking, or brings it back; nothing for one that is not in the source. */
export function Exclude({ field }: { field: Field }) {
  if (field.status === 'missing') return null
  return field.status === 'excluded' ? <Restore field={field} /> : <LeaveOut field={field} />
}

/** What shows fields, or the checks that are archived with one. */
const showing = ['containers', 'quality-checks', 'anomalies']

function outdateShown(): void {
  for (const noun of showing) void outdate(noun)
}

function LeaveOut({ field: { id, name, datastore } }: { field: Field }) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('DELETE /api/fields/{id}')
  const close = () => {
    setOpen(false)
    change.reset()
  }
  const exclude = () =>
    change.mutate(
      { path: { id } },
      {
        onSuccess() {
          close()
          tell(`${name} is excluded.`)
          outdateShown()
        },
      },
    )
  return (
    <>
      <Act words="Exclude it" refused={refused} act={() => setOpen(true)} />
      <Dialog title={`Exclude ${name}?`} isOpen={isOpen} close={close}>
        <p>
          Scans, profiles and previews then read the container as if it did not have the field. Checks that
          name it are archived, and their anomalies stay.
        </p>
        <p>The field can be restored at any time; its checks stay archived then.</p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={exclude}>
            Exclude the field
          </Button>
          <Button onClick={close}>Keep it</Button>
        </div>
      </Dialog>
    </>
  )
}

function Restore({ field: { id, name, datastore } }: { field: Field }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('POST /api/fields/{id}/restore')
  const restore = () =>
    change.mutate(
      { path: { id } },
      {
        onSuccess() {
          tell(`${name} is read again. Its checks stay archived.`)
          outdateShown()
        },
        onError: ({ message }) => tell(message),
      },
    )
  return <Act words="Restore it" refused={refused} isBusy={change.isPending} act={restore} />
}
