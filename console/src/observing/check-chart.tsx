import { Link } from '@tanstack/react-router'
import type { QualityCheck } from '../api/api.generated.ts'
import { Verdict } from '../checks/verdict.tsx'
import { ChangeBounds } from './change-bounds.tsx'
import { demandOf } from './demand.ts'
import { MeasuredChart } from './measured-chart.tsx'

/** A check that watches a container: how it stands, what it allows, and what was measured for it. */
export function CheckChart({ check }: { check: QualityCheck }) {
  const name = check.description || check.rule_type
  return (
    <section className="stack" aria-label={name}>
      <div className="row">
        <Verdict check={check} />
        <Link to={`/checks/${check.id}` as string}>{name}</Link>
        <span className="muted">allows {demandOf(check)}</span>
        <ChangeBounds check={check} />
      </div>
      <MeasuredChart check={check} />
    </section>
  )
}
