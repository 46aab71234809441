import type { KeyboardEvent } from 'react'
import type { Anomaly } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { showEvidence } from '../../checks/evidence.ts'
import type { PagedList } from '../../tables/paged-list.ts'
import { failedChecks } from '../../triage/failed-checks.ts'
import { assign, outcomes, setStatus } from '../../triage/acts.ts'

/** Does what a key means for the finding in focus; the result says whether it meant something. */
export function useTriageKeys(
  list: PagedList<Anomaly>,
  show: (anomaly: Anomaly | null) => void,
): (anomaly: Anomaly, event: KeyboardEvent) => boolean {
  const me = useAnswer('GET /api/users/me', {}).data
  const goOn = (event: KeyboardEvent) => {
    const index = Number((event.target as HTMLElement).dataset['index'])
    show(list.rowAt(index + 1) ?? list.rowAt(index - 1) ?? null)
  }
  return (anomaly, event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return false
    const outcome = outcomes[key]
    if (outcome !== undefined && !anomaly.archived) {
      void setStatus([anomaly], outcome)
      goOn(event)
    } else if (key === 'a' && anomaly.status === 'Active') void setStatus([anomaly], 'Acknowledged')
    else if (key === 'u' && anomaly.status !== 'Active') void setStatus([anomaly], 'Active')
    else if (key === 'M' && me && anomaly.assignees.every(({ id }) => id !== me.id))
      void assign(anomaly, [...anomaly.assignees.map(({ id }) => id), me.id], 'Assigned to you')
    else if (key === 'c') {
      show(anomaly)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#comment')?.focus())
    } else if (key === 'q') {
      const [first] = failedChecks(anomaly)
      if (first) showEvidence({ ...first, rule_type: first.rule })
    } else return false
    return true
  }
}
