import type { Anomaly } from '../api/api.generated.ts'
import { failedChecks } from './failed-checks.ts'

/** The checks that an anomaly failed, each with what it says. */
export function CheckList({ anomaly }: { anomaly: Anomaly }) {
  return (
    <ul className="check-list">
      {failedChecks(anomaly).map(({ id, description, rule, message }) => (
        <li key={id}>
          <b>{description || rule}</b> <code className="muted">{rule}</code>
          {message !== anomaly.message && <p>{message}</p>}
        </li>
      ))}
    </ul>
  )
}
