import type { AnomalyStatus, FinishedResult, FlowTrigger } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { triggers } from '../../flows/words.ts'
import { Choices } from '../../kit/choices.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import { wordOfState } from '../../kit/state.tsx'
import { TimingFields, usualTiming } from '../../timing/timing-fields.tsx'
import { runKinds } from '../../words/runs.ts'
import { filtersOf, type FlowDraft } from './draft.ts'
import type { ProblemOf } from './problems.ts'
import { useDatastoreOptions, useTagOptions } from './options.ts'

/** The part of a form that is filled in, how it changes, and what is wrong with it. */
export interface Filling {
  draft: FlowDraft
  put: (members: Partial<FlowDraft>) => void
  problemOf: ProblemOf
}

/** What sets the flow off, and the filters that mean something to that. */
export function TriggerPart(filling: Filling) {
  const { draft, put, problemOf } = filling
  return (
    <section className="stack tight" aria-label="What sets it off">
      <h2>What sets it off</h2>
      <Select
        label="Trigger"
        value={draft.trigger_type}
        problem={problemOf('trigger_type')}
        options={Object.entries(triggers)}
        onChange={({ target }) => put(triggeredBy(draft, target.value as FlowTrigger))}
      />
      {draft.trigger_type === 'schedule' && <Times {...filling} />}
      <div className="filter-parts">
        {filtersOf[draft.trigger_type].map((filter) => {
          const Filter = filters[filter]
          return Filter && <Filter key={filter} {...filling} />
        })}
      </div>
    </section>
  )
}

/** The flow with another trigger; one by times begins with usual ones, so that it is seen how they are written. */
function triggeredBy(draft: FlowDraft, trigger_type: FlowTrigger): Partial<FlowDraft> {
  return { trigger_type, ...(trigger_type === 'schedule' && draft.crontab === '' && usualTiming()) }
}

function Times({ draft: { crontab, timezone }, put, problemOf }: Filling) {
  return <TimingFields timing={{ crontab, timezone }} put={put} told={problemOf} />
}

const filters: Partial<Record<string, (filling: Filling) => React.ReactNode>> = {
  filter_datastores: Datastores,
  filter_tags: Tags,
  filter_operation_type: RunTypes,
  filter_operation_result: Result,
  filter_anomaly_status: Statuses,
  check_rule_types: Rules,
  weight_threshold: Weight,
  burst_limit: Burst,
}

function Datastores({ draft, put, problemOf }: Filling) {
  return (
    <Choices
      title="Only these datastores (none: all)"
      {...useDatastoreOptions(draft.filter_datastores)}
      chosen={draft.filter_datastores}
      choose={(filter_datastores) => put({ filter_datastores })}
      problem={problemOf('filter_datastores')}
    />
  )
}

function Tags({ draft, put, problemOf }: Filling) {
  return (
    <Choices
      title="Only what has all of these tags"
      {...useTagOptions(draft.filter_tags)}
      chosen={draft.filter_tags}
      choose={(filter_tags) => put({ filter_tags })}
      problem={problemOf('filter_tags')}
    />
  )
}

function RunTypes({ draft, put, problemOf }: Filling) {
  return (
    <Choices
      title="Only these kinds of runs (none: all)"
      options={runKinds}
      chosen={draft.filter_operation_type}
      choose={(filter_operation_type) => put({ filter_operation_type })}
      problem={problemOf('filter_operation_type')}
    />
  )
}

const results: readonly FinishedResult[] = ['success', 'partial', 'warning', 'failure', 'aborted']

function Result({ draft, put, problemOf }: Filling) {
  return (
    <Select
      label="Ended with the result"
      value={draft.filter_operation_result ?? ''}
      problem={problemOf('filter_operation_result')}
      options={[['', 'any'], ...results.map((one) => [one, wordOfState(one)] as const)]}
      onChange={({ target }) =>
        put({ filter_operation_result: results.find((one) => one === target.value) ?? null })
      }
    />
  )
}

/** All that an anomaly can have. */
export const statuses: readonly AnomalyStatus[] = [
  'Active',
  'Acknowledged',
  'Resolved',
  'Duplicate',
  'Invalid',
  'Discarded',
]

function Statuses({ draft, put, problemOf }: Filling) {
  return (
    <Choices
      title="Only when it becomes (none: any)"
      options={statuses.map((one) => [one, one] as const)}
      chosen={draft.filter_anomaly_status}
      choose={(filter_anomaly_status) => put({ filter_anomaly_status })}
      problem={problemOf('filter_anomaly_status')}
    />
  )
}

function Rules({ draft, put, problemOf }: Filling) {
  const rules = useAnswer('GET /api/quality-checks/rules', {})
  return (
    <Choices
      title="Only when a check of these rules failed (none: any)"
      options={rules.data?.map(({ rule_type, title }) => [rule_type, title] as const) ?? []}
      reading={rules}
      chosen={draft.check_rule_types}
      choose={(check_rule_types) => put({ check_rule_types })}
      problem={problemOf('check_rule_types')}
    />
  )
}

function Weight({ draft, put, problemOf }: Filling) {
  return (
    <TextField
      label="Weight at least (empty: any)"
      type="number"
      value={draft.weight_threshold ?? ''}
      problem={problemOf('weight_threshold')}
      onChange={({ target }) => put({ weight_threshold: target.value === '' ? null : Number(target.value) })}
    />
  )
}

function Burst({ draft, put, problemOf }: Filling) {
  return (
    <div className="stack tight">
      <TextField
        label="Single anomalies of a table or file, at most (empty: 50)"
        type="number"
        min={1}
        max={1000}
        value={draft.burst_limit ?? ''}
        problem={problemOf('burst_limit')}
        onChange={({ target }) => put({ burst_limit: target.value === '' ? null : Number(target.value) })}
      />
      <p className="muted note">
        When a scan finds more of them there, it sets the flow off once for each of so many, and once more for
        all others together.
      </p>
    </div>
  )
}
