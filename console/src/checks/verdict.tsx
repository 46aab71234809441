import type { QualityCheck } from '../api/api.generated.ts'
import { State } from '../kit/state.tsx'

/** What the last scan that reached a check says of it, as far as the list knows. */
export function Verdict({ check }: { check: QualityCheck }) {
  const last = check.recent_results?.[0]?.assertion_result
  const known = check.is_passing === null ? 'none' : check.is_passing ? 'passed' : 'failed'
  return <State name={last ?? known} />
}
