import type { PastResult, QualityCheck } from '../../api/api.generated.ts'
import { Line, type Point } from '../../charts/line.tsx'
import { MeasuredChart } from '../../observing/measured-chart.tsx'
import { watchingRules } from '../../observing/demand.ts'
import { count, counted } from '../../words/numbers.ts'

/** How a check fared from scan to scan: what was measured for it, or the share of rows that failed, below the share that may. */
export function Course({ check, results }: { check: QualityCheck; results: readonly PastResult[] }) {
  if (Object.hasOwn(watchingRules, check.rule_type))
    return results.length > 0 ? <MeasuredChart check={check} /> : null
  const points = results.toReversed().flatMap(shareOf)
  // One scan is told in words above.
  if (points.length < 2) return null
  const failed = points.filter(({ isFailing }) => isFailing).length
  return (
    <Line
      caption={`Failing rows: ${points.at(-1)?.words} last; ${count(failed)} of ${counted(points.length, 'scan')} failed`}
      points={points}
      band={{ min: null, max: 1 - check.coverage }}
    />
  )
}

/** The share of the rows of a scan that failed, as a point; none where no rows were judged. */
function shareOf({ start_time, asserted_records, anomalous_records, assertion_result }: PastResult): Point[] {
  if (start_time === null || anomalous_records === null || !asserted_records) return []
  const value = anomalous_records / asserted_records
  const words = `${Number((value * 100).toPrecision(3))} % (${count(anomalous_records)} of ${count(asserted_records)})`
  return [{ at: start_time, value, words, isFailing: assertion_result === 'failed' }]
}
