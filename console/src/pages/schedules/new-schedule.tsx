import { useState } from 'react'
import { useAnswer, useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import '../../kit/filters.css'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import {
  membersOf,
  missingOf,
  ofKind,
  usualRun,
  type RunDraft,
  type StartedKind,
} from '../../sources/run-draft.ts'
import { kindOf, startedKinds } from '../../words/runs.ts'
import { RunSettings } from './run-settings.tsx'
import { TimingFields, usualTiming } from './timing-fields.tsx'

/** Schedules runs of a datastore, with the usual settings or with others. */
export function NewSchedule() {
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const [draft, setDraft] = useState(usualRun)
  const [datastore, setDatastore] = useState('')
  const [name, setName] = useState('')
  const [timing, setTiming] = useState(usualTiming)
  const refused = useRefusal(Number(datastore) || undefined, 'Editor')
  const change = useChange('POST /api/operations/schedule')
  const save = () => {
    const body = { ...membersOf(draft, Number(datastore)), name: name || null, ...timing }
    change.mutate({ body }, { onSuccess: () => tell('The schedule is on.') })
  }
  const put = (part: Partial<RunDraft>) => {
    setDraft({ ...draft, ...part })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const problems = problemsOf(change.error)
  const missing = datastore === '' ? 'Choose a datastore first.' : missingOf(draft)
  return (
    <section className="stack" aria-label="New schedule">
      <h2>New schedule</h2>
      <EntryForm className="stack" submit={save}>
        <div className="row filters">
          <Select
            label="What"
            value={draft.type}
            onChange={({ target }) => put(ofKind(draft, target.value as StartedKind))}
            options={startedKinds.map((type) => [type, kindOf({ type })] as const)}
          />
          <Select
            label="Datastore"
            value={datastore}
            onChange={({ target }) => {
              setDatastore(target.value)
              // Names are those of the other datastore.
              put({ names: [], ids: [] })
            }}
            options={[['', 'choose …'], ...datastores.map(({ id, name }) => [String(id), name] as const)]}
          />
          <TextField label="Name (optional)" value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <TimingFields timing={timing} put={setTiming} />
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
