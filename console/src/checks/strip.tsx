import type { RecentResult } from '../api/api.generated.ts'
import './strip.css'

/** Scans that a strip has room for. */
const room = 30
/** Pixels from one scan to the next. */
const step = 5

const words = { passed: 'passed', failed: 'failed', unasserted: 'not judged' }

/** The last verdicts of a check, the newest at the right; a tick below says that the check was another version from there on. */
export function Strip({ results }: { results: readonly RecentResult[] }) {
  const shown = results.slice(0, room).toReversed()
  const counts = Object.entries(words).flatMap(([result, word]) => {
    const many = shown.filter(({ assertion_result }) => assertion_result === result).length
    return many === 0 ? [] : [`${many} ${word}`]
  })
  if (shown.length === 0) return <span className="muted">no scan yet</span>
  const says = `Last ${shown.length === 1 ? 'scan' : `${shown.length} scans`}: ${counts.join(', ')}`
  return (
    <svg className="strip" width={shown.length * step} height={20} role="img" aria-label={says}>
      <title>{says}</title>
      {shown.map(({ container_scan_id, assertion_result, version }, index) => {
        const x = index * step
        const before = shown[index - 1]
        return (
          <g key={container_scan_id} className={assertion_result}>
            <Mark result={assertion_result} x={x} />
            {before !== undefined && before.version !== version && (
              <rect className="tick" x={x - 1} y={17} width={1} height={3} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** Told apart by shape: low and full, high with a notch, high and hollow. */
function Mark({ result, x }: { result: RecentResult['assertion_result']; x: number }) {
  if (result === 'passed') return <rect x={x} y={9} width={3} height={7} />
  if (result === 'failed') return <path d={`M${x} 2h3v6h-1.5v2h1.5v6h-3z`} />
  return <rect className="hollow" x={x + 0.5} y={4.5} width={2} height={11} />
}
