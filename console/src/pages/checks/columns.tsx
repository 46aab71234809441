import type { QualityCheck } from '../../api/api.generated.ts'
import { inferenceOf } from '../../checks/inference.ts'
import { Strip } from '../../checks/strip.tsx'
import { Verdict } from '../../checks/verdict.tsx'
import { Severity } from '../../kit/severity.tsx'
import { Time } from '../../kit/time.tsx'
import type { Column } from '../../tables/table.tsx'
import { count, counted } from '../../words/numbers.ts'

/** How the last scans judged it, or what the profile that made it saw, while no scan has. */
function Seen({ check }: { check: QualityCheck }) {
  const results = check.recent_results ?? []
  const inference = results.length === 0 ? inferenceOf(check) : null
  if (inference === null || inference.exceptions === 0) return <Strip results={results} />
  return `${count(inference.exceptions)} of ${counted(inference.rows, 'row')} fail`
}

/** What the list says of a check. */
export const columns: readonly Column<QualityCheck>[] = [
  {
    key: 'description',
    head: 'Check',
    width: 'minmax(260px, 4fr)',
    cell: ({ description, rule_type }) => description || rule_type,
  },
  {
    key: 'verdict',
    head: 'Verdict',
    width: '120px',
    narrow: 'second',
    cell: (check) => <Verdict check={check} />,
  },
  {
    key: 'strip',
    head: 'Last 30 scans',
    width: '150px',
    narrow: 'hidden',
    leaves: 5,
    cell: (check) => <Seen check={check} />,
  },
  {
    key: 'rule',
    head: 'Rule',
    width: 'minmax(120px, 1fr)',
    narrow: 'hidden',
    leaves: 2,
    cell: ({ rule_type }) => rule_type,
  },
  {
    key: 'origin',
    head: 'Origin',
    width: '60px',
    narrow: 'hidden',
    leaves: 1,
    cell: ({ inferred }) => (inferred ? 'inferred' : 'written'),
  },
  {
    key: 'where',
    head: 'Where',
    width: 'minmax(160px, 2fr)',
    narrow: 'second',
    cell: ({ container, fields }) =>
      [container.name, fields.map(({ name }) => name).join(', ')].filter(Boolean).join(' · '),
  },
  {
    key: 'weight',
    head: 'Weight',
    width: '100px',
    narrow: 'hidden',
    leaves: 3,
    cell: ({ weight }) => <Severity weight={weight} />,
  },
  {
    key: 'open',
    head: 'Open',
    width: '50px',
    narrow: 'hidden',
    isNumeric: true,
    cell: ({ active_anomaly_count }) => count(active_anomaly_count),
  },
  {
    key: 'asserted',
    head: 'Last judged',
    width: '90px',
    narrow: 'hidden',
    leaves: 4,
    cell: ({ last_asserted }) => <Time at={last_asserted} />,
  },
]
