import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/answers.ts'
import { problemsOf } from '../api/problems.ts'
import '../kit/filters.css'
import { Button } from '../kit/button.tsx'
import { EntryForm } from '../kit/entry-form.tsx'
import { Failure } from '../kit/failure.tsx'
import { Select, TextField } from '../kit/fields.tsx'
import { tell } from '../kit/toasts.tsx'
import { kindOf } from '../words/runs.ts'
import { membersOf, missingOf, ofKind, usualRun, type RunDraft, type StartedKind } from './run-draft.ts'
import { RunFields } from './run-fields.tsx'
import { PlaceForResults, useNoPlace } from './results-place.tsx'

/** What a run is started of: a datastore, or one of its containers. */
export interface RunOf {
  datastoreId: number
  container?: { id: number; name: string } | undefined
}

/** Starts a run of one of the kinds, with the usual settings or with others; it goes to the page of the run. */
export function RunForm({
  datastoreId,
  container,
  kinds,
  refused = null,
}: RunOf & { kinds: readonly StartedKind[]; refused?: string | null }) {
  const [draft, setDraft] = useState<RunDraft>(() => beginning(kinds, container))
  const navigate = useNavigate()
  const change = useChange('POST /api/operations/run')
  const problems = problemsOf(change.error)
  const wanted = { datastoreId, type: draft.type }
  const noPlace = useNoPlace(wanted)
  const write = (next: RunDraft) => {
    setDraft(next)
    // What was found wrong was about what stood there before.
    change.reset()
  }
  const start = () =>
    change.mutate(
      { body: membersOf(draft, datastoreId) },
      {
        onSuccess({ id }) {
          tell(`Run ${id} has started.`)
          void navigate({ to: `/runs/${id}`, ignoreBlocker: true })
        },
      },
    )
  return (
    <EntryForm className="stack" written={draft} submit={start}>
      <KindAndName {...{ kinds, draft, write, problems }} />
      <PlaceForResults {...wanted} />
      <RunFields
        datastoreId={datastoreId}
        draft={draft}
        put={(part) => write({ ...draft, ...part })}
        problems={problems}
        isOfContainer={container !== undefined}
      />
      {change.error && <Failure error={change.error} />}
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          refused={refused ?? noPlace ?? missingOf(draft)}
          disabled={change.isPending}
        >
          Start
        </Button>
      </div>
    </EntryForm>
  )
}

function KindAndName({
  kinds,
  draft,
  write,
  problems,
}: {
  kinds: readonly StartedKind[]
  draft: RunDraft
  write: (draft: RunDraft) => void
  problems: ReadonlyMap<string, string>
}) {
  return (
    <>
      {kinds.length > 1 && (
        <Select
          label="Kind of run"
          value={draft.type}
          onChange={({ target }) => write(ofKind(draft, target.value as StartedKind))}
          options={kinds.map((type) => [type, kindOf({ type })] as const)}
        />
      )}
      {draft.type !== 'sync' && draft.type !== 'export' && (
        <TextField
          label="Name of the run (optional)"
          maxLength={255}
          value={draft.name}
          problem={problems.get('name') ?? null}
          onChange={({ target }) => write({ ...draft, name: target.value })}
        />
      )}
    </>
  )
}

function beginning(kinds: readonly StartedKind[], container: RunOf['container']): RunDraft {
  const chosen = container && { by: 'names' as const, names: [container.name], ids: [container.id] }
  return ofKind({ ...usualRun, ...chosen }, kinds[0] ?? usualRun.type)
}
