import type { Schedule } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { differing } from '../../api/differing.ts'
import { problemsOf } from '../../api/problems.ts'
import { FollowedEntry } from '../../drafts/followed-entry.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { Button } from '../../kit/button.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { isOther } from '../../kit/unsaved-input.ts'
import { useRefusal } from '../../shell/rights.ts'
import { membersOf, missingOf, usualRun, type RunDraft } from '../../sources/run-draft.ts'
import { scheduledDraft } from '../../sources/scheduled-draft.ts'
import { calledOf } from './called.ts'
import { RunSettings } from './run-settings.tsx'
import { TimingFields } from '../../timing/timing-fields.tsx'

/** Gives a schedule another name, other times, or other settings of its runs. */
export function ChangeSchedule({ schedule }: { schedule: Schedule }) {
  const refused = useRefusal(schedule.datastore.id, 'Editor')
  const called = calledOf(schedule)
  return (
    <Sheet words="Change" label={`Change ${called}`} title={`Change ${called}`} refused={refused}>
      {(close) => <Form schedule={schedule} close={close} />}
    </Sheet>
  )
}

function Form({ schedule, close }: { schedule: Schedule; close: () => void }) {
  const datastoreId = schedule.datastore.id
  const form = useFollowedForm({
    name: 'GET /api/operations/schedule/{id}',
    given: { path: { id: schedule.id } },
    known: schedule,
    draftOf: writtenOf,
  })
  const { draft: written, base } = form
  const { run: draft, name, timing } = written
  const before = base.run
  const change = useChange('PUT /api/operations/schedule/{id}')
  const problems = problemsOf(change.error)
  const save = () => {
    // What is not written here, such as a setting that only clients know, stays as it is.
    const settings =
      before === null || draft === null
        ? {}
        : differing(membersOf(before, datastoreId), membersOf(draft, datastoreId))
    change.mutate(
      { path: { id: schedule.id }, body: { ...settings, name: name || null, ...timing } },
      {
        onSuccess() {
          close()
          tell('The schedule is changed.')
        },
      },
    )
  }
  const put = (part: Partial<RunDraft>) => {
    if (draft !== null) form.put({ run: { ...draft, ...part } })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  return (
    <FollowedEntry form={form} what="schedule" save={save}>
      <TextField
        label="Name (optional)"
        value={name}
        onChange={({ target }) => form.put({ name: target.value })}
      />
      <TimingFields timing={timing} put={(now) => form.put({ timing: now })} />
      {draft !== null && (
        <RunSettings
          isOpen={before !== null && isOther(before, { ...usualRun, type: before.type })}
          {...{ datastoreId, draft, put, problems }}
        />
      )}
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          refused={draft && missingOf(draft, before?.variables)}
          disabled={change.isPending}
        >
          Save
        </Button>
      </div>
    </FollowedEntry>
  )
}

/** What stands in the form of a schedule that is kept; `run` null: its runs have no settings here. */
function writtenOf(schedule: Schedule) {
  const { name, crontab, timezone } = schedule
  return { run: scheduledDraft(schedule), name: name ?? '', timing: { crontab, timezone } }
}
