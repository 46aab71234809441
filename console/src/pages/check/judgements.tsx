import { Link } from '@tanstack/react-router'
import type { PastResultPage } from '../../api/api.generated.ts'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { count, counted } from '../../words/numbers.ts'

/** What the last scans said of a check. */
export function Judgements({ results: { items, total } }: { results: PastResultPage }) {
  if (total === 0) return null
  return (
    <section className="stack" aria-label="Scans">
      <h2>{items.length < total ? `The last ${items.length} of ${counted(total, 'scan')}` : 'Scans'}</h2>
      <PlainTable
        label="Scans"
        heads={['Scan', 'Verdict', 'Rows judged', 'Rows failing', 'Measured', 'Version', 'Why']}
        rows={items.map((result) => [
          <Link key="to" to={`/container-scans/${result.container_scan_id}` as string}>
            <Time at={result.start_time} /> <span className="muted">(run {result.operation_id})</span>
          </Link>,
          <State key="verdict" name={result.assertion_result} />,
          numberOf(result.asserted_records),
          numberOf(result.anomalous_records),
          result.measurement ?? '—',
          result.version ?? '—',
          result.assertion_details ?? '',
        ])}
      />
    </section>
  )
}

function numberOf(value: number | null): string {
  return value === null ? '—' : count(value)
}
