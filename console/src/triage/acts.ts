import type { Anomaly, ArchivedAnomalyStatus, OpenAnomalyStatus } from '../api/api.generated.ts'
import { outdate } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { Refusal } from '../api/refusal.ts'
import { movedMeanwhile } from '../bulk/carry-out.ts'
import { tell } from '../kit/toasts.tsx'
import { counted } from '../words/numbers.ts'

/** What an anomaly may become, by the key that does it. */
export const outcomes: Record<string, ArchivedAnomalyStatus> = {
  1: 'Resolved',
  2: 'Duplicate',
  3: 'Invalid',
  4: 'Discarded',
}

/**
 * Gives anomalies a status, all or none, and offers to undo it; false when it was refused. Of several, which were chosen one after the
 * other, those stay as they are that somebody else archived or opened again meanwhile.
 */
export function setStatus(
  anomalies: readonly Anomaly[],
  status: OpenAnomalyStatus | ArchivedAnomalyStatus,
): Promise<boolean> {
  return change(async () => {
    const before = anomalies.length > 1 ? await unmoved(anomalies) : anomalies
    const moved = anomalies.length - before.length
    await putStatus(before.map(({ id }) => ({ id, status })))
    tell(
      `${counted(before.length, 'anomaly', 'anomalies')}: ${status}${moved > 0 ? `. ${movedMeanwhile(moved)}` : ''}`,
      before.length === 0 ? null : () => void change(() => putStatus(before)),
    )
  })
}

/** Anomalies as they are now, without those that somebody archived, opened again or deleted since they were read. */
export async function unmoved(anomalies: readonly Anomaly[]): Promise<Anomaly[]> {
  const present = await Promise.all(
    anomalies.map(async ({ id, archived }) => {
      const now = await ask('GET /api/anomalies/{id}', { path: { id: String(id) } }).catch(goneOrThrow)
      return now === null || now.archived !== archived ? [] : [now]
    }),
  )
  return present.flat()
}

function goneOrThrow(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null
  throw error
}

/** Puts an anomaly away as Duplicate of another, and offers to undo it. */
export async function setDuplicate({ id, status }: Anomaly, original: number): Promise<void> {
  await change(async () => {
    await ask('DELETE /api/anomalies', {
      body: [{ id, archive: true, status: 'Duplicate', duplicate_of: original }],
    })
    tell(`Duplicate of ${original}`, () => void change(() => putStatus([{ id, status }])))
  })
}

/** Replaces who looks after an anomaly, and offers to undo it. */
export async function assign(
  { id, assignees }: Anomaly,
  ids: readonly number[],
  sentence: string,
): Promise<void> {
  const put = (assignee_ids: number[]) =>
    ask('PUT /api/anomalies/{id}', { path: { id: String(id) }, body: { assignee_ids } })
  await change(async () => {
    await put([...ids])
    tell(sentence, () => void change(() => put(assignees.map(({ id }) => id))))
  })
}

/** Adds a comment in the person's name; false when it was refused. */
export function comment({ id }: Anomaly, message: string): Promise<boolean> {
  return change(() =>
    ask('POST /api/anomalies/{id}/comments', { path: { id: String(id) }, body: { message } }),
  )
}

async function putStatus(wanted: readonly { id: number; status: Anomaly['status'] }[]): Promise<void> {
  const open = wanted.flatMap(({ id, status }) =>
    status === 'Active' || status === 'Acknowledged' ? [{ id, status }] : [],
  )
  const archived = wanted.flatMap(({ id, status }) =>
    status === 'Active' || status === 'Acknowledged' ? [] : [{ id, status, archive: true }],
  )
  if (open.length > 0) await ask('PATCH /api/anomalies', { body: open })
  if (archived.length > 0) await ask('DELETE /api/anomalies', { body: archived })
}

/** Does it, or says why it was refused (false), and has everything about anomalies asked again, without waiting for that. */
async function change(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    tell(error instanceof Error ? error.message : 'It was not done.')
    return false
  } finally {
    for (const noun of ['anomalies', 'overview']) void outdate(noun)
  }
}
