import type { Anomaly } from '../api/api.generated.ts'
import { failedChecks } from './failed-checks.ts'
import { SinceFound } from './since-found.tsx'
import { visible } from '../words/texts.ts'

/** The checks that an anomaly failed, each with what it says; `withChanges`: and what was changed of it since. */
export function CheckList({ anomaly, withChanges = false }: { anomaly: Anomaly; withChanges?: boolean }) {
  return (
    <ul className="check-list">
      {failedChecks(anomaly).map(({ id, description, rule, message }) => (
        <li key={id}>
          <b>{description || rule}</b> <code className="muted">{rule}</code>
          {message !== anomaly.message && <p>{visible(message)}</p>}
          {withChanges && <SinceFound checkId={id} at={anomaly.last_detected} />}
        </li>
      ))}
    </ul>
  )
}
