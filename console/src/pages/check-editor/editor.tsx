import { useMemo, type KeyboardEvent } from 'react'
import { Link } from '@tanstack/react-router'
import type { OpenCheckStatus, QualityCheck, RuleSpecification } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { ChangedMeanwhile } from '../../drafts/changed-meanwhile.tsx'
import { useFollowedForm } from '../../drafts/followed-form.ts'
import { CodeArea, TextField } from '../../kit/fields.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useUnsavedInput } from '../../kit/unsaved-input.ts'
import { FieldChoice, PlaceChoice } from './choices.tsx'
import { draftOf, inputOf, mergedDraft, proposal, type Draft } from './draft.ts'
import { Outcome } from './outcome.tsx'
import { peopleOf } from './people-of.ts'
import { People } from './people.tsx'
import { problemsOf } from './problems.ts'
import { PropertiesForm } from './properties-form.tsx'
import { RuleChoice } from './rule-choice.tsx'
import { MayNotSave, SaveBar, useSaving } from './saving.tsx'
import { useTrial } from './trial.ts'
import './editor.css'

interface FormPart {
  rule: RuleSpecification | undefined
  draft: Draft
  put(change: Partial<Draft>): void
  problemOf(member: string): string | null
}

/** What the form begins with. */
interface Beginning {
  start: Draft
  /** The check that is changed; null: there is none yet. */
  check: QualityCheck | null
  /** The number of its earlier version that stands in the form at first; left out: what is kept does. */
  begunAs?: number | undefined
}

/** The form of a check at the left, and what it says of the data at the right. */
export function Editor({ start, check, begunAs }: Beginning) {
  const { draft, base, put, goOn, overtaken, save } = useFollowedForm({
    name: 'GET /api/quality-checks/{id}',
    given: { path: { id: check?.id ?? 0 } },
    known: check,
    draftOf,
    start,
    merge: mergedDraft,
  })
  useUnsavedInput(draft, base)
  const { data: rules, error, refetch } = useAnswer('GET /api/quality-checks/rules', {})
  const fieldList = useAnswer(
    'GET /api/containers/{id}/fields',
    { path: { id: draft.containerId ?? 0 }, query: { status: ['active', 'masked'] } },
    { enabled: draft.containerId !== null },
  )
  const fields = fieldList.data
  const rule = rules?.find(({ rule_type }) => rule_type === draft.rule)
  const status: OpenCheckStatus = check?.status === 'Active' ? 'Active' : 'Draft'
  const input = inputOf(draft, rule, fields ?? [], status)
  // The check may be saved by this page or by somebody else while it is open.
  const kept = useMemo(() => (check ? inputAsKept(check) : null), [check])
  const isKept = check !== null && typeof input !== 'string' && isSame(input, kept)
  const trial = useTrial(typeof input === 'string' ? null : input, isKept ? check.id : null)
  const saving = useSaving(check, input, peopleOf(draft, check), {
    through: save,
    kept: (saved) => goOn(draftOf(saved)),
  })
  const problems = problemsOf(saving.error ?? trial.error)
  const problemOf = (member: string) => problems.get(member) ?? null
  const keys = { Enter: trial.run, s: () => saving.save(status) }
  return (
    <div className="editor" onKeyDown={(event) => actWithControl(event, keys)}>
      <title>{`${check ? `Edit ${check.description}` : 'New check'} · Assay`}</title>
      <h1>{check ? 'Edit the check' : 'New check'}</h1>
      <form className="stack form" onSubmit={(event) => event.preventDefault()}>
        <MayNotSave check={check} draft={draft} />
        <ChangedMeanwhile overtaken={overtaken} by={check?.last_editor} what="check" />
        {check ? <Place check={check} begunAs={begunAs} /> : <PlaceChoice draft={draft} put={put} />}
        <FieldChoice draft={draft} fields={fields ?? []} reading={fieldList} put={put} />
        {error && !rules ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <RuleChoice
            rules={rules ?? null}
            chosen={rule}
            fields={(fields ?? []).filter(({ name }) => draft.fields.includes(name))}
            choose={(name) => put({ rule: name, properties: {} })}
          />
        )}
        {rule && <PropertiesForm {...{ rule, draft, put, problemOf }} fields={fields ?? []} />}
        <Terms {...{ rule, draft, put, problemOf }} />
        <People {...{ check, draft, put, problemOf }} />
        <SaveBar saving={saving} check={check} draft={draft} isChanged={!isKept} />
      </form>
      <Outcome trial={trial} missing={typeof input === 'string' ? input : null} fields={draft.fields} />
    </div>
  )
}

/** Does what a key does while Control is held. */
function actWithControl(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const act = event.ctrlKey || event.metaKey ? keys[event.key] : undefined
  if (act === undefined) return
  act()
  event.preventDefault()
}

/** Where the check is that is changed, and whose it becomes. */
function Place({
  check: { container, datastore, inferred },
  begunAs,
}: {
  check: QualityCheck
  begunAs: number | undefined
}) {
  return (
    <p>
      In <Link to={`/containers/${container.id}` as string}>{container.name}</Link> of {datastore.name}
      {begunAs !== undefined && `. It begins as it was in version ${begunAs}; nothing of that is saved yet`}
      {inferred && '. It was inferred from the data; what you change makes it yours.'}
    </p>
  )
}

/** Which rows are judged, how many of them have to hold, and what people call the check. */
function Terms({ rule, draft, put, problemOf }: FormPart) {
  return (
    <>
      {rule?.filterable && (
        <CodeArea
          label="Only rows where (optional)"
          rows={2}
          value={draft.filter}
          problem={problemOf('filter')}
          onChange={({ target }) => put({ filter: target.value })}
        />
      )}
      {rule?.supports_coverage && (
        <TextField
          label="Share of rows that has to hold, %"
          inputMode="decimal"
          value={draft.coverage}
          problem={problemOf('coverage')}
          onChange={({ target }) => put({ coverage: target.value })}
        />
      )}
      <TextField
        label="What it says, in words"
        value={draft.description}
        placeholder={rule ? proposal(draft, rule) : ''}
        problem={problemOf('description')}
        onChange={({ target }) => put({ description: target.value })}
      />
      <TextField
        label="Tags, between commas (optional)"
        value={draft.tags}
        problem={problemOf('tags')}
        onChange={({ target }) => put({ tags: target.value })}
      />
    </>
  )
}

/** What a kept check would be asked for with, as far as a trial depends on it. */
function inputAsKept({ container, rule_type, fields, properties, filter, coverage }: QualityCheck): object {
  return {
    container_id: container.id,
    rule: rule_type,
    fields: fields.map(({ name }) => name),
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
    filter,
    coverage,
  }
}

/** Whether a trial of both would judge the same. */
function isSame(input: object, kept: object | null): boolean {
  const given = input as Record<string, unknown>
  return (
    kept !== null &&
    Object.entries(kept).every(
      ([name, value]) => given[name] === undefined || canonical(given[name]) === canonical(value),
    )
  )
}

/** As JSON with the members of objects in the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
