import { TextField } from '../kit/fields.tsx'
import type { RunFilling } from './run-fields.tsx'

/** The members of the draft that hold a number or nothing. */
type Numeric =
  | 'limit'
  | 'keptRows'
  | 'rollUp'
  | 'aboveNumber'
  | 'heldOut'
  | 'heldOutShare'
  | 'correlation'
  | 'buckets'

/** A line for a number of a run, which may stay empty: whole and from 1 on, a share of 1, or any. */
export function RunLine({
  draft,
  put,
  problems,
  member,
  written,
  label,
  kind = 'whole',
}: RunFilling & {
  member: string
  written: Numeric
  label: string
  kind?: 'whole' | 'share' | 'any'
}) {
  return (
    <TextField
      label={label}
      type="number"
      {...bounds[kind]}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value })}
    />
  )
}

const bounds = {
  whole: { step: 1, min: 1 },
  share: { step: 'any', min: 0, max: 1 },
  any: { step: 'any' },
} as const

/** From where on rows are read, instead of from the beginning or from where the last run ended. */
export function Above(filling: RunFilling) {
  const { draft, put, problems } = filling
  return (
    <div className="row filters">
      <TextField
        label="Above this time (optional)"
        placeholder="2026-01-31T12:00:00Z"
        value={draft.aboveTime}
        problem={problems.get('greater_than_time') ?? null}
        onChange={({ target }) => put({ aboveTime: target.value })}
      />
      <RunLine
        {...filling}
        member="greater_than_batch"
        written="aboveNumber"
        label="Above this number (optional)"
        kind="any"
      />
    </div>
  )
}
