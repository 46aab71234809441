import { useState } from 'react'
import type { Schedule } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Act } from '../../kit/act.tsx'
import { ActMenu } from '../../kit/act-menu.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { calledOf } from './called.ts'
import { ChangeSchedule } from './change-schedule.tsx'

/** What can be done with a schedule. */
export function ScheduleActs({ schedule }: { schedule: Schedule }) {
  return (
    <div className="row">
      <Switch schedule={schedule} />
      <ChangeSchedule schedule={schedule} />
      <Remove schedule={schedule} />
    </div>
  )
}

/** The same where there is no room for them. */
export function ScheduleMenu({ schedule }: { schedule: Schedule }) {
  return (
    <ActMenu label={`Acts of ${calledOf(schedule)}`}>
      <Switch schedule={schedule} />
      <ChangeSchedule schedule={schedule} />
      <Remove schedule={schedule} />
    </ActMenu>
  )
}

/** Turns a schedule off or on; its crontab stays. */
function Switch({ schedule: { id, datastore, deactivated } }: { schedule: Schedule }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const change = useChange('PUT /api/operations/schedule/{id}')
  return (
    <Act
      words={deactivated ? 'Turn on' : 'Turn off'}
      refused={refused}
      isBusy={change.isPending}
      act={() =>
        change.mutate(
          { path: { id }, body: { deactivated: !deactivated } },
          { onError: ({ message }) => tell(message) },
        )
      }
    />
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
      <Act words="Delete" label={`Delete ${called}`} refused={refused} act={() => setOpen(true)} />
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
