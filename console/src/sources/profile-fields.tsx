import type { InferenceEffort } from '../api/api.generated.ts'
import { Select } from '../kit/fields.tsx'
import { Tick } from '../kit/tick.tsx'
import type { RunFilling } from './run-fields.tsx'
import { Above, RunLine } from './run-line.tsx'

const efforts: readonly (readonly [InferenceEffort, string])[] = [
  ['off', 'none'],
  ['low', 'few kinds'],
  ['medium', 'the usual kinds'],
  ['high', 'more kinds'],
  ['xhigh', 'nearly all kinds'],
  ['max', 'all kinds'],
]

/** What only a profile takes. */
export function ProfileFields(filling: RunFilling) {
  const { draft, put, problems } = filling
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
      <RunLine
        {...filling}
        member="max_count_testing_sample"
        written="heldOut"
        label="Rows held out at most to test inferred checks (empty: 100000)"
      />
      <RunLine
        {...filling}
        member="percent_testing_threshold"
        written="heldOutShare"
        label="Share of the rows that is held out, 0 to 1 (empty: 0.4)"
        kind="share"
      />
      <RunLine
        {...filling}
        member="high_correlation_threshold"
        written="correlation"
        label="Correlations kept from this size on, 0 to 1 (empty: 0.5)"
        kind="share"
      />
      <RunLine
        {...filling}
        member="histogram_max_distinct_values"
        written="buckets"
        label="Values of a field with a bucket of their own at most (empty: 100)"
      />
      <Above {...filling} />
    </>
  )
}
