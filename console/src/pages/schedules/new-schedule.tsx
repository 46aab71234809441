import { useState } from 'react'
import { useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import '../../kit/filters.css'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { useRefusal } from '../../shell/rights.ts'
import {
  membersOf,
  missingOf,
  ofKind,
  usualRun,
  type RunDraft,
  type StartedKind,
} from '../../sources/run-draft.ts'
import { PlaceForResults, useNoPlace } from '../../sources/results-place.tsx'
import { kindOf, startedKinds } from '../../words/runs.ts'
import { RunSettings } from './run-settings.tsx'
import { TimingFields, usualTiming } from '../../timing/timing-fields.tsx'

/** A new schedule in which nothing is chosen. */
const blank = () => ({ draft: usualRun, datastore: '', name: '', timing: usualTiming() })

/** Schedules runs of a datastore, with the usual settings or with others. */
export function NewSchedule() {
  const [written, write] = useState(blank)
  const { draft, datastore, name, timing } = written
  const refused = useRefusal(Number(datastore) || undefined, 'Editor')
  const change = useChange('POST /api/operations/schedule')
  const save = () => {
    const body = { ...membersOf(draft, Number(datastore)), name: name || null, ...timing }
    const onSuccess = () => {
      tell('The schedule is on.')
      write(blank)
    }
    change.mutate({ body }, { onSuccess })
  }
  const put = (part: Partial<RunDraft>, more: Partial<typeof written> = {}) => {
    write({ ...written, ...more, draft: { ...draft, ...part } })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const problems = problemsOf(change.error)
  const wanted = { datastoreId: Number(datastore) || null, type: draft.type }
  const missing = useMissing(wanted.datastoreId, draft)
  return (
    <section id="new-schedule" className="stack" aria-label="New schedule">
      <h2>New schedule</h2>
      <EntryForm className="stack" written={written} submit={save}>
        <div className="row filters">
          <Select
            label="What"
            value={draft.type}
            onChange={({ target }) => put(ofKind(draft, target.value as StartedKind))}
            options={startedKinds.map((type) => [type, kindOf({ type })] as const)}
          />
          <DatastoreChooser
            label="Datastore"
            datastoreId={Number(datastore) || null}
            // Names are those of the former datastore.
            choose={(id) => put({ names: [], ids: [] }, { datastore: String(id ?? '') })}
          />
          <TextField
            label="Name (optional)"
            value={name}
            onChange={({ target }) => write({ ...written, name: target.value })}
          />
        </div>
        <PlaceForResults {...wanted} />
        <TimingFields timing={timing} put={(next) => write({ ...written, timing: next })} />
        {datastore !== '' && <RunSettings {...{ datastoreId: Number(datastore), draft, put, problems }} />}
        <div className="row">
          <Button kind="primary" type="submit" refused={missing ?? refused} disabled={change.isPending}>
            Schedule it
          </Button>
        </div>
      </EntryForm>
      {change.error && <Failure error={change.error} />}
    </section>
  )
}

/** What is still missing before it can be scheduled; null: nothing. */
function useMissing(datastoreId: number | null, draft: RunDraft): string | null {
  const noPlace = useNoPlace({ datastoreId, type: draft.type })
  return datastoreId === null ? 'Choose a datastore first.' : (noPlace ?? missingOf(draft))
}
