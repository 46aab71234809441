import type { PastResult, QualityCheck } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Line, type Band, type Point } from '../charts/line.tsx'
import { Failure } from '../kit/failure.tsx'
import { textOf } from '../kit/cell.tsx'
import { count, counted } from '../words/numbers.ts'
import { span } from '../words/times.ts'
import { boundsOf, isOfValue, watchingRules } from './demand.ts'

/** What the last hundred scans measured for a check that watches a container, between its bounds, and which of them failed. */
export function MeasuredChart({ check }: { check: QualityCheck }) {
  const { id, rule_type, fields } = check
  const { data, error, refetch } = useAnswer(
    'GET /api/quality-checks/{id}/results',
    { path: { id }, query: { size: 100 } },
    { exact: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const points = data.items.toReversed().flatMap((result) => pointOf(rule_type, result))
  if (points.length === 0) return <p className="muted">{unmeasured(data.items)}</p>
  const subject = [watchingRules[rule_type], ...fields.map(({ name }) => name)].join(' of ')
  return (
    <Line
      caption={`${subject}: ${points.at(-1)?.words} last, ${standingOf(points)}`}
      points={points}
      {...(isOfValue(check) && { band: bandOf(check) })}
    />
  )
}

/** In how many scans the check failed. */
function standingOf(points: readonly Point[]): string {
  const failed = points.filter(({ isFailing }) => isFailing).length
  const scans = counted(points.length, 'scan')
  return failed === 0 ? `within its bounds in ${scans}` : `beyond its bounds in ${count(failed)} of ${scans}`
}

/** Why no scan has measured anything. */
function unmeasured(results: readonly PastResult[]): string {
  const reason = results.find(({ assertion_details }) => assertion_details !== null)?.assertion_details
  if (results.length === 0) return 'No scan has judged it yet.'
  return reason ?? 'What scans measured of a masked field is not shown.'
}

function pointOf(rule: string, { start_time, measurement, assertion_result }: PastResult): Point[] {
  if (start_time === null || measurement === null) return []
  const text = textOf(measurement)
  const value = Number(text)
  if (!Number.isFinite(value)) return []
  const words = rule === 'freshness' ? span(value) : text
  return [{ at: start_time, value, words, isFailing: assertion_result === 'failed' }]
}

/** The bounds as places in the picture. */
function bandOf(check: QualityCheck): Band {
  const { min, max } = boundsOf(check)
  return { min: min === null ? null : Number(min), max: max === null ? null : Number(max) }
}
