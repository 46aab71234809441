import type { InferenceEffort } from '../api/api.generated.ts'
import { Select, TextArea, TextField } from '../kit/fields.tsx'
import { Tick } from '../kit/tick.tsx'
import { RunContainersChoice } from './run-containers-choice.tsx'
import type { RunDraft } from './run-draft.ts'

/** The settings of a run as they are written, how they change, and what the service found wrong with members of the request. */
export interface RunFilling {
  datastoreId: number
  draft: RunDraft
  put: (change: Partial<RunDraft>) => void
  problems: ReadonlyMap<string, string>
}

/** The settings of a run of its kind. `isOfContainer`: it works on one table or file, and there is nothing to choose. */
export function RunFields({ isOfContainer, ...filling }: RunFilling & { isOfContainer: boolean }) {
  const { draft, put } = filling
  if (draft.type === 'sync')
    return (
      <>
        <Tick
          words="Remove what is gone from the source, with all that is known of it"
          isTicked={draft.prunes}
          tick={(prunes) => put({ prunes })}
        />
        <Tick
          words="Find again what was removed by hand"
          isTicked={draft.recreates}
          tick={(recreates) => put({ recreates })}
        />
      </>
    )
  return (
    <>
      {!isOfContainer && <RunContainersChoice {...filling} />}
      <Line
        {...filling}
        member="max_records_analyzed_per_partition"
        written="limit"
        label="Rows of a partition at most (empty: all)"
      />
      {draft.type === 'scan' ? <OfScan {...filling} /> : <OfProfile {...filling} />}
    </>
  )
}

/** The members of the draft that hold a number or nothing. */
type Numeric = 'limit' | 'keptRows' | 'rollUp' | 'aboveNumber'

function Line({
  draft,
  put,
  problems,
  member,
  written,
  label,
}: RunFilling & { member: string; written: Numeric; label: string }) {
  return (
    <TextField
      label={label}
      type="number"
      step={written === 'aboveNumber' ? 'any' : 1}
      min={written === 'aboveNumber' ? undefined : 1}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value })}
    />
  )
}

function OfScan(filling: RunFilling) {
  const { draft, put, problems } = filling
  return (
    <>
      <Tick
        words="Only rows that are new since the last scan (incremental)"
        isTicked={draft.isIncremental}
        tick={(isIncremental) => put({ isIncremental })}
      />
      {draft.isIncremental ? (
        <Above {...filling} />
      ) : (
        <Tick
          words="Leave anomalies open whose checks pass now"
          isTicked={draft.keepsAnomalies}
          tick={(keepsAnomalies) => put({ keepsAnomalies })}
        />
      )}
      <Tick
        words="Read files again that did not change"
        isTicked={draft.isForced}
        tick={(isForced) => put({ isForced })}
      />
      <Tick
        words="Open archived anomalies again that are found again"
        isTicked={draft.reopens}
        tick={(reopens) => put({ reopens })}
      />
      <Line
        {...filling}
        member="enrichment_source_record_limit"
        written="keptRows"
        label="Failing rows that an anomaly keeps (empty: as the datastore says)"
      />
      <Line
        {...filling}
        member="high_count_rollup_threshold"
        written="rollUp"
        label="Failing rows of a check from which on one anomaly has them all (empty: as the datastore says)"
      />
      <TextArea
        label="Variables of checks, each in a line: name = value"
        className="input mono"
        spellCheck={false}
        placeholder="limit = 15"
        value={draft.variables}
        problem={problems.get('check_variables') ?? null}
        onChange={({ target }) => put({ variables: target.value })}
      />
    </>
  )
}

/** Where an incremental scan begins instead of where the last one ended. */
function Above(filling: RunFilling) {
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
      <Line
        {...filling}
        member="greater_than_batch"
        written="aboveNumber"
        label="Above this number (optional)"
      />
    </div>
  )
}

const efforts: readonly (readonly [InferenceEffort, string])[] = [
  ['off', 'none'],
  ['low', 'few kinds'],
  ['medium', 'the usual kinds'],
  ['high', 'more kinds'],
  ['xhigh', 'nearly all kinds'],
  ['max', 'all kinds'],
]

function OfProfile({ draft, put, problems }: RunFilling) {
  return (
    <>
      <Select
        label="Checks that are inferred"
        value={draft.effort}
        problem={problems.get('ai_effort') ?? null}
        onChange={({ target }) => put({ effort: target.value as InferenceEffort })}
        options={efforts}
      />
      <Tick
        words="Inferred checks begin as drafts"
        isTicked={draft.isDraft}
        tick={(isDraft) => put({ isDraft })}
      />
    </>
  )
}
