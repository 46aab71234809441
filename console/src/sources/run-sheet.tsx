import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/answers.ts'
import { problemsOf } from '../api/problems.ts'
import '../kit/filters.css'
import { Button } from '../kit/button.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { EntryForm } from '../kit/entry-form.tsx'
import { Failure } from '../kit/failure.tsx'
import { Select, TextField } from '../kit/fields.tsx'
import { tell } from '../kit/toasts.tsx'
import { kindOf } from '../words/runs.ts'
import { membersOf, missingOf, startedKinds, usualRun, type RunDraft } from './run-draft.ts'
import { RunFields } from './run-fields.tsx'

/** What a run is started of: a datastore, or one of its containers by name. */
export interface RunOf {
  datastoreId: number
  container?: string | undefined
}

/** Starts a run with other settings than the usual; it goes to the page of the run. */
export function RunSheet({ refused, ...of }: RunOf & { refused: string | null }) {
  return (
    <Sheet
      words="Run with settings"
      title={`Run with settings: ${of.container ?? 'the datastore'}`}
      refused={refused}
    >
      {() => <Form {...of} />}
    </Sheet>
  )
}

function Form({ datastoreId, container }: RunOf) {
  const isOfContainer = container !== undefined
  const [draft, setDraft] = useState<RunDraft>(
    isOfContainer ? { ...usualRun, by: 'names', names: [container] } : usualRun,
  )
  const navigate = useNavigate()
  const change = useChange('POST /api/operations/run')
  const problems = problemsOf(change.error)
  const put = (part: Partial<RunDraft>) => {
    setDraft({ ...draft, ...part })
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const start = () =>
    change.mutate(
      { body: membersOf(draft, datastoreId) },
      {
        onSuccess({ id }) {
          tell(`Run ${id} has started.`)
          void navigate({ to: `/runs/${id}` })
        },
      },
    )
  const kinds = startedKinds.filter((kind) => !isOfContainer || kind !== 'sync')
  return (
    <EntryForm className="stack" submit={start}>
      <Select
        label="Kind of run"
        value={draft.type}
        onChange={({ target }) => put({ type: target.value as RunDraft['type'] })}
        options={kinds.map((type) => [type, kindOf({ type })] as const)}
      />
      {draft.type !== 'sync' && (
        <TextField
          label="Name of the run (optional)"
          maxLength={255}
          value={draft.name}
          problem={problems.get('name') ?? null}
          onChange={({ target }) => put({ name: target.value })}
        />
      )}
      <RunFields
        datastoreId={datastoreId}
        draft={draft}
        put={put}
        problems={problems}
        isOfContainer={isOfContainer}
      />
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <Button kind="primary" type="submit" refused={missingOf(draft)} disabled={change.isPending}>
          Start
        </Button>
      </div>
    </EntryForm>
  )
}
