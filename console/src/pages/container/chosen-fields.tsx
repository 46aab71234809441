import { useState } from 'react'
import type { Container, Field } from '../../api/api.generated.ts'
import { outdate, useChange } from '../../api/answers.ts'
import { NewCheck } from '../../checks/new-check.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { counted } from '../../words/numbers.ts'

/** What shows fields, their values, or the checks that are archived with one. */
const showing = ['containers', 'quality-checks', 'anomalies', 'field-profiles', 'container-scans']

interface Given {
  container: Container
  fields: readonly Field[]
  clear: () => void
}

/** The fields that were ticked, and what can be done with all of them at once; nothing without one. */
export function ChosenFields({ container, fields, clear }: Given) {
  if (fields.length === 0) return null
  const isRead = fields.every(({ status }) => status !== 'excluded')
  return (
    <div className="row chosen" role="group" aria-label="Chosen fields">
      <b>{counted(fields.length, 'field')} chosen</b>
      <NewCheck
        datastoreId={container.datastore.id}
        begin={{ container: container.id, fields: fields.map(({ name }) => name) }}
        refused={isRead ? null : 'A field that is excluded is not read, and no check can name it.'}
        kind="plain"
      >
        New check of them
      </NewCheck>
      <MaskThem {...{ container, fields, clear }} />
      <ExcludeThem {...{ container, fields, clear }} />
      <Button onClick={clear}>Choose none</Button>
    </div>
  )
}

/** Masks the values of all, or shows them again where all are masked. */
function MaskThem({ container, fields, clear }: Given) {
  const refused = useRefusal(container.datastore.id, 'Editor')
  const change = useChange('PATCH /api/fields')
  const isMasked = fields.every(({ status }) => status === 'masked')
  const other = fields.find(({ status }) => status !== 'active' && status !== 'masked')
  const put = () =>
    change.mutate(
      { body: fields.map(({ id }) => ({ id, status: isMasked ? 'active' : 'masked' })) },
      {
        onSuccess() {
          clear()
          const words = counted(fields.length, 'field')
          tell(isMasked ? `Values of ${words} are shown again.` : `Values of ${words} are masked.`)
          for (const noun of showing) void outdate(noun)
        },
        onError: ({ message }) => tell(message),
      },
    )
  return (
    <Button
      refused={
        refused ?? (other === undefined ? null : `${other.name} is ${other.status}: it has no values.`)
      }
      disabled={change.isPending}
      onClick={put}
    >
      {isMasked ? 'Show their values again' : 'Mask their values'}
    </Button>
  )
}

/** Leaves all out of what is read, after asking. */
function ExcludeThem({ container, fields, clear }: Given) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRefusal(container.datastore.id, 'Editor')
  const change = useChange('DELETE /api/fields')
  const other = fields.find(({ status }) => status === 'missing' || status === 'excluded')
  const words = counted(fields.length, 'field')
  const close = () => {
    setOpen(false)
    change.reset()
  }
  const exclude = () =>
    change.mutate(
      { body: fields.map(({ id }) => ({ id })) },
      {
        onSuccess() {
          close()
          clear()
          tell(`${fields.length === 1 ? '1 field is' : `${words} are`} excluded.`)
          for (const noun of showing) void outdate(noun)
        },
      },
    )
  return (
    <>
      <Button
        refused={refused ?? (other === undefined ? null : `${other.name} is ${other.status} already.`)}
        onClick={() => setOpen(true)}
      >
        Exclude them
      </Button>
      <Dialog title={`Exclude ${words}?`} isOpen={isOpen} close={close}>
        <p className="cut">{fields.map(({ name }) => name).join(', ')}</p>
        <p>
          Scans, profiles and previews then read the container as if it did not have them. Checks that name
          one are archived, and their anomalies stay. A field can be restored at any time; its checks stay
          archived then.
        </p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={exclude}>
            Exclude {words}
          </Button>
          <Button onClick={close}>Keep them</Button>
        </div>
      </Dialog>
    </>
  )
}
