import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Strip } from '../../checks/strip.tsx'
import { Verdict } from '../../checks/verdict.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'

/** The active checks of a field. */
export function useChecks(containerId: number, field: string): QualityCheck[] {
  const { data } = useAnswer('GET /api/quality-checks', {
    query: {
      container: [containerId],
      field: [field],
      status: ['Active'],
      include: ['recent_results'],
      size: 100,
    },
  })
  return (data?.items ?? []) as QualityCheck[]
}

/** What holds of the field, or should. */
export function ChecksOf({ containerId, field }: { containerId: number; field: string }) {
  const checks = useChecks(containerId, field)
  return (
    <section className="stack" aria-label="Checks of the field">
      <h2>Active checks</h2>
      {checks.length === 0 ? (
        <p className="muted">No active check looks at this field.</p>
      ) : (
        <PlainTable
          label="Checks"
          heads={['Check', 'Verdict', 'Last scans', 'Rule']}
          rows={checks.map((check) => [
            <Link key="to" to={`/checks/${check.id}` as string}>
              {check.description || check.rule_type}
            </Link>,
            <Verdict key="verdict" check={check} />,
            <Strip key="strip" results={check.recent_results ?? []} />,
            check.rule_type,
          ])}
        />
      )}
    </section>
  )
}
