import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Anomaly, Self } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { showEvidence } from '../checks/evidence.ts'
import { isFree } from '../commands/keys.ts'
import { assign, outcomes, setStatus } from './acts.ts'
import { assignRequest } from './assign-request.ts'
import { commentRequest } from './comment-request.ts'
import { failedChecks } from './failed-checks.ts'
import { noteRequest } from './note-request.ts'

/** What a key does with an anomaly for the person; null: it means nothing there. `go` opens an address. */
export function actOfKey(
  key: string,
  anomaly: Anomaly,
  me: Self | undefined,
  go: (to: string) => void,
): (() => void) | null {
  const { status, archived, assignees } = anomaly
  const outcome = outcomes[key]
  if (outcome !== undefined && !archived) return () => void setStatus([anomaly], outcome)
  if (key === 'a' && status === 'Active') return () => void setStatus([anomaly], 'Acknowledged')
  if (key === 'u' && status !== 'Active') return () => void setStatus([anomaly], 'Active')
  if (key === 'M' && me && assignees.every(({ id }) => id !== me.id))
    return () => void assign([anomaly], { id: me.id, called: 'you' })
  if (key === 'm') return () => assignRequest.put({ anomalies: [anomaly] })
  if (key === 'c') return () => commentRequest.put(anomaly.id)
  if (key === 't') return () => noteRequest.put(anomaly)
  const [first] = failedChecks(anomaly)
  if (first === undefined) return null
  if (key === 'o') return () => go(`/checks/${first.id}`)
  return key === 'q' ? () => showEvidence({ ...first, rule_type: first.rule }) : null
}

/** What a key does with all that were chosen; null: it means nothing there. `done` is called once it is done. */
export function actOfKeyForAll(
  key: string,
  anomalies: readonly Anomaly[],
  me: Self | undefined,
  done: () => void,
): (() => void) | null {
  const then = (isDone: boolean) => {
    if (isDone) done()
  }
  const status = key === 'a' ? 'Acknowledged' : key === 'u' ? 'Active' : outcomes[key]
  if (status !== undefined) return () => void setStatus(anomalies, status).then(then)
  if (key === 'M' && me) return () => void assign(anomalies, { id: me.id, called: 'you' }).then(then)
  return key === 'm' ? () => assignRequest.put({ anomalies, done }) : null
}

/** Has the keys of the inbox act on the anomaly of a page; undefined: it has not come yet. */
export function useAnomalyKeys(anomaly: Anomaly | undefined): void {
  const me = useAnswer('GET /api/users/me', {}).data
  const navigate = useNavigate()
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (anomaly === undefined || !isFree(event)) return
      // Until the line for a comment has the focus, they are its first letters.
      const act =
        commentRequest.get() === null ? actOfKey(event.key, anomaly, me, (to) => void navigate({ to })) : null
      if (act === null) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [anomaly, me, navigate])
}
