import { useNavigate } from '@tanstack/react-router'
import type { Anomaly } from '../../api/api.generated.ts'
import { answers, keyOf, useAnswer } from '../../api/answers.ts'
import type { PagedList } from '../../tables/paged-list.ts'
import type { Key } from '../../tables/row-keys.ts'
import { outcomes } from '../../triage/acts.ts'
import { actOfKey, actOfKeyForAll } from '../../triage/keys.ts'
import { commentRequest } from '../../triage/comment-request.ts'

/** How far from the row in focus the finding that is shown is looked for, rows. */
const around = 50

/**
 * Does what a key means for all that are `chosen`, which `drop` gives up, or else for the finding that is shown beside the list (null: for the
 * one in focus); the result says whether it meant something.
 * The two are one but while the list is asked again: then other findings come to stand in the row in focus.
 */
export function useTriageKeys(
  list: PagedList<Anomaly>,
  shown: Anomaly | null,
  show: (anomaly: Anomaly | null) => void,
  chosen: readonly Anomaly[],
  drop: (anomalies: readonly Anomaly[]) => void,
): (row: Anomaly, pressed: Key, index: number) => boolean {
  const me = useAnswer('GET /api/users/me', {}).data
  const navigate = useNavigate()
  const goOn = (from: Anomaly, focus: number) => {
    const places = Array.from({ length: 2 * around + 1 }, (_, step) => focus - around + step)
    const place = places.find((index) => list.rowAt(index)?.id === from.id)
    // Where it has left the list already, the one after it has taken its place.
    const after = place === undefined ? focus : place + 1
    const before = place === undefined ? focus - 1 : place - 1
    show(nextRow(list, after, 1) ?? nextRow(list, before, -1) ?? null)
  }
  return (row, { key, ctrlKey, metaKey, altKey }, index) => {
    if (ctrlKey || metaKey || altKey) return false
    // These keys are the first letters of the comment that somebody is about to write.
    if (commentRequest.get() !== null) return true
    const ofAll = chosen.length > 0 ? actOfKeyForAll(key, chosen, me, () => drop(chosen)) : null
    if (ofAll !== null) {
      ofAll()
      return true
    }
    const anomaly = shown === null || shown.id === row.id ? row : (known(shown) ?? shown)
    const act = actOfKey(key, anomaly, me, (to) => void navigate({ to }))
    if (act === null) return false
    act()
    if (Object.hasOwn(outcomes, key)) goOn(anomaly, index)
    else if (key === 'c') show(anomaly)
    return true
  }
}

/** The row at a place or the nearest one after or before it: heads of groups may stand in between. */
function nextRow(list: PagedList<Anomaly>, from: number, step: 1 | -1): Anomaly | undefined {
  for (let index = from; Math.abs(index - from) <= around; index += step)
    if (list.rowAt(index) !== undefined) return list.rowAt(index)
}

/** The same finding as it was read last for itself. */
function known({ id }: Anomaly): Anomaly | undefined {
  return answers.getQueryData(keyOf('GET /api/anomalies/{id}', { path: { id: String(id) } }))
}
