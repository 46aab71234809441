import { Link } from '@tanstack/react-router'
import type { Anomaly } from '../api/api.generated.ts'
import { showEvidence } from '../checks/evidence.ts'
import { Button } from '../kit/button.tsx'
import { failedChecks } from './failed-checks.ts'
import { SinceFound } from './since-found.tsx'
import { Said } from '../kit/said.tsx'

/** The checks that an anomaly failed, each with what it says; `withChanges`: and what was changed of it since. */
export function CheckList({ anomaly, withChanges = false }: { anomaly: Anomaly; withChanges?: boolean }) {
  return (
    <ul className="check-list">
      {failedChecks(anomaly).map(({ id, description, rule, message }) => (
        <li key={id}>
          <Link to={`/checks/${id}` as string}>
            <b>{description || rule}</b>
          </Link>{' '}
          <code className="muted">{rule}</code>{' '}
          <Button onClick={() => showEvidence({ id, description, rule_type: rule })}>SQL and cost</Button>
          {message !== anomaly.message && (
            <p>
              <Said text={message} />
            </p>
          )}
          {withChanges && <SinceFound checkId={id} at={anomaly.last_detected} />}
        </li>
      ))}
    </ul>
  )
}
