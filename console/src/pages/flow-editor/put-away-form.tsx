import type { ArchivedAnomalyStatus, FlowAnomalyWorkInput } from '../../api/api.generated.ts'
import { Choices } from '../../kit/choices.tsx'
import { Select, TextField } from '../../kit/fields.tsx'
import type { ActionFilling } from './actions-part.tsx'
import { useDatastoreOptions, useTagOptions } from './options.ts'
import { below, type ProblemOf } from './problems.ts'
import { statuses } from './trigger-part.tsx'

interface Work {
  work: FlowAnomalyWorkInput
  put: (members: Partial<FlowAnomalyWorkInput>) => void
  problemOf: ProblemOf
}

/** What is done with anomalies that nobody cares for, and with which of them. */
export function PutAwayForm({ action: { work }, change, problemOf: all }: ActionFilling) {
  const problemOf = below(all, 'anomaly')
  const put = (members: Partial<FlowAnomalyWorkInput>) => change({ work: { ...work, ...members } })
  return (
    <>
      <div className="filter-parts">
        <Select
          label="Do"
          value={work.action}
          problem={problemOf('action')}
          options={[
            ['archive', 'archive them'],
            ['delete', 'delete them'],
          ]}
          onChange={({ target }) => put(target.value === 'delete' ? deletion : archiving)}
        />
        <TextField
          label="Untouched for at least so many days"
          type="number"
          min={1}
          required
          value={Number.isNaN(work.inactivity_days) ? '' : work.inactivity_days}
          problem={problemOf('inactivity_days')}
          onChange={({ target }) => put({ inactivity_days: target.valueAsNumber })}
        />
      </div>
      {work.action === 'archive' ? (
        <Archiving {...{ work, put, problemOf }} />
      ) : (
        <Choices
          title="Only with these statuses (none: any)"
          options={statuses.map((one) => [one, one] as const)}
          chosen={work.filter_statuses ?? []}
          choose={(chosen) => put({ filter_statuses: orNull(chosen) })}
          problem={problemOf('filter_statuses')}
        />
      )}
      <Which {...{ work, put, problemOf }} />
    </>
  )
}

// What the other one alone takes is left behind.
const deletion = { action: 'delete', status: null, tags: null, comment: null } as const
const archiving = { action: 'archive', filter_statuses: null } as const

const reasons: readonly ArchivedAnomalyStatus[] = ['Discarded', 'Resolved', 'Duplicate', 'Invalid']

function Archiving({ work, put, problemOf }: Work) {
  return (
    <div className="filter-parts">
      <Select
        label="Archive as"
        value={work.status ?? 'Discarded'}
        problem={problemOf('status')}
        options={reasons.map((one) => [one, one] as const)}
        onChange={({ target }) => put({ status: reasons.find((one) => one === target.value) ?? null })}
      />
      <TextField
        label="With the comment (optional)"
        value={work.comment ?? ''}
        problem={problemOf('comment')}
        onChange={({ target }) => put({ comment: target.value || null })}
      />
      <Choices
        title="With these tags beside its own"
        {...useTagOptions(work.tags ?? [])}
        chosen={work.tags ?? []}
        choose={(chosen) => put({ tags: orNull(chosen) })}
        problem={problemOf('tags')}
      />
    </div>
  )
}

function Which({ work, put, problemOf }: Work) {
  return (
    <div className="filter-parts">
      <Choices
        title="Only of these datastores (none: all on which you are Author)"
        {...useDatastoreOptions(work.filter_datastores ?? [])}
        chosen={work.filter_datastores ?? []}
        choose={(chosen) => put({ filter_datastores: orNull(chosen) })}
        problem={problemOf('filter_datastores')}
      />
      <Choices
        title="Only with all of these tags"
        {...useTagOptions(work.filter_tags ?? [])}
        chosen={work.filter_tags ?? []}
        choose={(chosen) => put({ filter_tags: orNull(chosen) })}
        problem={problemOf('filter_tags')}
      />
    </div>
  )
}

function orNull<Key>(chosen: Key[]): Key[] | null {
  return chosen.length === 0 ? null : chosen
}
