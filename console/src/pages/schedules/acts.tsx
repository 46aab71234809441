import { useState } from 'react'
import type { Schedule } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { TimingFields } from './timing-fields.tsx'

/** What can be done with a schedule. */
export function ScheduleActs({ schedule }: { schedule: Schedule }) {
  return (
    <div className="row">
      <Switch schedule={schedule} />
      <Change schedule={schedule} />
      <Remove schedule={schedule} />
    </div>
  )
}

/** What a schedule is called where its name is left out. */
export const calledOf = ({ name, type, datastore }: Schedule) => name ?? `${type} of ${datastore.name}`

/** Turns a schedule off or on; its crontab stays. */
function Switch({ schedule: { id, datastore, deactivated } }: { schedule: Schedule }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('PUT /api/operations/schedule/{id}')
  return (
    <Button
      refused={refused}
      disabled={change.isPending}
      onClick={() =>
        change.mutate(
          { path: { id }, body: { deactivated: !deactivated } },
          { onError: ({ message }) => tell(message) },
        )
      }
    >
      {deactivated ? 'Turn on' : 'Turn off'}
    </Button>
  )
}

/** Gives a schedule another name or other times. */
function Change({ schedule }: { schedule: Schedule }) {
  const refused = useRefusal(schedule.datastore.id, 'Editor')
  const called = calledOf(schedule)
  return (
    <Sheet words="Change" label={`Change ${called}`} title={`Change ${called}`} refused={refused}>
      {(close) => <ChangeForm schedule={schedule} close={close} />}
    </Sheet>
  )
}

function ChangeForm({ schedule, close }: { schedule: Schedule; close: () => void }) {
  const [name, setName] = useState(schedule.name ?? '')
  const [timing, setTiming] = useState({ crontab: schedule.crontab, timezone: schedule.timezone })
  const change = useChange('PUT /api/operations/schedule/{id}')
  const save = () =>
    change.mutate(
      { path: { id: schedule.id }, body: { name: name || null, ...timing } },
      {
        onSuccess() {
          close()
          tell('The schedule is changed.')
        },
      },
    )
  return (
    <EntryForm className="stack" submit={save}>
      <TextField label="Name (optional)" value={name} onChange={({ target }) => setName(target.value)} />
      <TimingFields timing={timing} put={setTiming} />
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <Button kind="primary" type="submit" disabled={change.isPending}>
          Save
        </Button>
      </div>
    </EntryForm>
  )
}

/** Deletes a schedule, after asking. */
function Remove({ schedule }: { schedule: Schedule }) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRefusal(schedule.datastore.id, 'Editor')
  const change = useChange('DELETE /api/operations/schedule/{id}')
  const called = calledOf(schedule)
  const remove = () =>
    change.mutate(
      { path: { id: schedule.id } },
      {
        onSuccess() {
          setOpen(false)
          tell(`${called} is deleted.`)
        },
      },
    )
  return (
    <>
      <Button refused={refused} aria-label={`Delete ${called}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog title={`Delete ${called}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>It fires no more. The runs that it started stay.</p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={remove}>
            Delete the schedule
          </Button>
        </div>
      </Dialog>
    </>
  )
}
