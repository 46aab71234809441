import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { exactly } from '../api/exact-numbers.ts'
import { Cell } from '../kit/cell.tsx'
import { Failure } from '../kit/failure.tsx'
import { counted } from '../words/numbers.ts'
import { failedChecks } from './failed-checks.ts'
import './records.css'

/** The rows that an anomaly is made of; cells of fields that a check names are framed, and come first. */
export function Records({
  anomaly,
  limit,
  isRevealed = false,
}: {
  anomaly: Anomaly
  limit: number
  isRevealed?: boolean
}) {
  const { data, error, refetch } = useAnswer(
    'GET /api/anomalies/{id}/source-record',
    {
      path: { id: String(anomaly.id) },
      query: { limit, ...(isRevealed && { include_masked: true }) },
    },
    { enabled: anomaly.source_enriched, keep: true },
  )
  if (!anomaly.source_enriched) {
    return <p className="muted">No rows are kept with this finding: it is about the container as a whole.</p>
  }
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the rows …</p>
  const records = exactly(data.source_record) as Record<string, unknown>[]
  const causes = causesOf(anomaly)
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const ordered = [...names.filter((name) => causes.has(name)), ...names.filter((name) => !causes.has(name))]
  return (
    <figure className="records">
      <figcaption className="muted">{captionOf(records.length, data.total, anomaly)}</figcaption>
      <div className="scroll" tabIndex={0} role="region" aria-label="Failing rows">
        <table>
          <thead>
            <tr>
              {ordered.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record, index) => (
              <tr key={index}>
                {ordered.map((name) => (
                  <td key={name} className={causes.has(name) ? 'failing' : undefined}>
                    <Cell value={record[name]} />
                    {causes.has(name) && <span className="unseen"> fails: {causes.get(name)}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** The fields that failed checks name, with what these checks demand. */
function causesOf(anomaly: Anomaly): Map<string, string> {
  const causes = new Map<string, string>()
  for (const { fields, description, message } of failedChecks(anomaly)) {
    for (const field of fields)
      causes.set(field, [causes.get(field), description || message].filter(Boolean).join('; '))
  }
  return causes
}

function captionOf(shown: number, kept: number, { anomalous_records_count: failing }: Anomaly): string {
  const all =
    failing === null || failing === kept
      ? counted(kept, 'row')
      : `${counted(failing, 'row')} failing, ${counted(kept, 'row')} kept`
  return shown < kept ? `${all}; the first ${shown} are shown` : all
}
