import type { CheckCategory, RemediationStrategy } from '../api/api.generated.ts'
import { CodeArea, Select } from '../kit/fields.tsx'
import { Tick } from '../kit/tick.tsx'
import { remediations } from './remediations.ts'
import type { RunFilling } from './run-fields.tsx'
import { Above, RunLine } from './run-line.tsx'

const categories: readonly (readonly [CheckCategory | '', string])[] = [
  ['', 'all'],
  ['data_integrity', 'all but those of volume'],
  ['metadata', 'those of volume only'],
]

/** What only a scan takes. */
export function ScanFields(filling: RunFilling) {
  const { draft, put, problems } = filling
  return (
    <>
      <Select
        label="Checks that are judged"
        value={draft.categories}
        problem={problems.get('check_categories') ?? null}
        onChange={({ target }) => put({ categories: target.value as CheckCategory | '' })}
        options={categories}
      />
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
      <OfFailingRows {...filling} />
      <CodeArea
        label="Variables of checks, each in a line: name = value"
        placeholder="limit = 15"
        value={draft.variables}
        problem={problems.get('check_variables') ?? null}
        onChange={({ target }) => put({ variables: target.value })}
      />
    </>
  )
}

/** What is kept of failing rows. */
function OfFailingRows(filling: RunFilling) {
  const { draft, put, problems } = filling
  return (
    <>
      <RunLine
        {...filling}
        member="enrichment_source_record_limit"
        written="keptRows"
        label="Failing rows that an anomaly keeps (empty: as the datastore says)"
      />
      <RunLine
        {...filling}
        member="high_count_rollup_threshold"
        written="rollUp"
        label="Failing rows of a check from which on one anomaly has them all (empty: as the datastore says)"
      />
      <Select
        label="Failing rows in the enrichment datastore"
        value={draft.remediation}
        problem={problems.get('remediation') ?? null}
        onChange={({ target }) => put({ remediation: target.value as RemediationStrategy | '' })}
        options={[['', 'as the datastore says'], ...remediations]}
      />
    </>
  )
}
