import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { ComputedContainerType, Datastore } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { problemsOf } from '../../api/problems.ts'
import { Button } from '../../kit/button.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Select, TextArea } from '../../kit/fields.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { ComputedName, ComputedSql } from '../../sources/computation-lines.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import { readAsFiles } from '../../sources/read-as-files.ts'
import { blankComputed, computedOf, missingOf, type ComputedFilling } from './computed-draft.ts'
import { JoinFields } from './join-fields.tsx'

const kindsOf: Readonly<Record<'jdbc' | 'dfs', readonly (readonly [ComputedContainerType, string])[]>> = {
  jdbc: [
    ['computed_table', 'a query of the database'],
    ['computed_join', 'a join of two tables or files'],
  ],
  dfs: [
    ['computed_file', 'columns and rows of files'],
    ['computed_join', 'a join of two tables or files'],
  ],
}

/** Makes a table or file that the store computes whenever it is read. */
export function NewComputed({ datastore }: { datastore: Datastore }) {
  const refused = useRefusal(datastore.id, 'Editor')
  const { id, store_type } = datastore
  if (store_type !== 'jdbc' && store_type !== 'dfs') return null
  const words = store_type === 'jdbc' ? 'Compute a table' : 'Compute a file'
  return (
    <Sheet words={words} title={`${words} on ${datastore.name}`} refused={refused}>
      {() => <Form datastoreId={id} kinds={kindsOf[store_type]} />}
    </Sheet>
  )
}

function Form({ datastoreId, kinds }: { datastoreId: number; kinds: (typeof kindsOf)['dfs'] }) {
  const [draft, setDraft] = useState(() => blankComputed(kinds[0]?.[0] ?? 'computed_join', datastoreId))
  const { trial, making, error, reset } = useComputing()
  const filling: ComputedFilling = {
    draft,
    problems: withinContainer(problemsOf(error)),
    put(part) {
      setDraft({ ...draft, ...part })
      // What was found was about what stood there before.
      reset()
    },
  }
  const missing = missingOf(draft)
  const isBusy = trial.isPending || making.isPending
  return (
    <EntryForm className="stack" written={draft} submit={() => making.start(computedOf(draft, datastoreId))}>
      <Select
        label="Made of"
        value={draft.kind}
        problem={filling.problems.get('container_type') ?? null}
        onChange={({ target }) => filling.put({ kind: target.value as ComputedContainerType })}
        options={kinds}
      />
      <ComputedName {...filling} />
      <Description {...filling} />
      {draft.kind === 'computed_join' && <JoinFields {...filling} />}
      {draft.kind === 'computed_file' && <SourceChoice {...filling} datastoreId={datastoreId} />}
      <ComputedSql {...filling} type={draft.kind} />
      {error && <Failure error={error} />}
      <p role="status">
        {isBusy && 'Asking the store for a first row …'}
        {trial.isSuccess && 'The store takes it.'}
      </p>
      <div className="row">
        <Button kind="primary" type="submit" refused={missing} disabled={isBusy}>
          Make it
        </Button>
        <Button
          refused={missing}
          disabled={isBusy}
          onClick={() => trial.mutate({ body: { container: computedOf(draft, datastoreId) } })}
        >
          Try it
        </Button>
      </div>
    </EntryForm>
  )
}

/** The two requests of the form; the page of what is made opens. */
function useComputing() {
  const navigate = useNavigate()
  const trial = useChange('POST /api/containers/validate')
  const make = useChange('POST /api/containers')
  const reset = () => {
    trial.reset()
    make.reset()
  }
  return {
    trial,
    error: make.error ?? trial.error,
    reset,
    making: {
      isPending: make.isPending,
      start(body: ReturnType<typeof computedOf>) {
        trial.reset()
        make.mutate(
          { body },
          {
            onSuccess({ id, name }) {
              tell(`${name} is made; its first profile has started.`)
              void navigate({ to: `/containers/${id}`, ignoreBlocker: true })
            },
          },
        )
      },
    },
  }
}

/** A trial has the members one place deeper. */
function withinContainer(problems: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...problems].map(([place, problem]) => [place.replace(/^container\./, ''), problem]))
}

function Description({ draft, put, problems }: ComputedFilling) {
  return (
    <TextArea
      label="Description (optional)"
      maxLength={1000}
      rows={2}
      value={draft.description}
      problem={problems.get('description') ?? null}
      onChange={({ target }) => put({ description: target.value })}
    />
  )
}

function SourceChoice({ draft, put, problems, datastoreId }: ComputedFilling & { datastoreId: number }) {
  return (
    <ContainerChooser
      label="Files that it reads"
      datastoreId={datastoreId}
      types={readAsFiles}
      containerId={Number(draft.source) || null}
      problem={problems.get('source_container_id') ?? null}
      choose={(id) => put({ source: String(id ?? '') })}
    />
  )
}
