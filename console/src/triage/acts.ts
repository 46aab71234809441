import type { Anomaly, ArchivedAnomalyStatus, OpenAnomalyStatus } from '../api/api.generated.ts'
import { outdate } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
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
  const archived = new Map(anomalies.map((one) => [one.id, one.archived]))
  return (await present(anomalies)).filter((now) => now.archived === archived.get(now.id))
}

/** As many ids as an address holds. */
const idsOfOne = 500

/** Anomalies as they are now, in the order given; those that were deleted are left out. */
async function present(anomalies: readonly Anomaly[]): Promise<Anomaly[]> {
  const found = new Map<number, Anomaly>()
  for (let from = 0; from < anomalies.length; from += idsOfOne) {
    const id = anomalies.slice(from, from + idsOfOne).map((one) => one.id)
    const query = { id, archived: 'include', size: idsOfOne } as const
    for (const now of (await ask('GET /api/anomalies', { query })).items) found.set(now.id, now)
  }
  return anomalies.flatMap(({ id }) => found.get(id) ?? [])
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

/** Somebody who may look after anomalies, and what to call them. */
interface Assignee {
  id: number
  called: string
}

/** Has somebody look after anomalies, beside those who do, and offers to undo it; false when it was refused. */
export function assign(anomalies: readonly Anomaly[], { id, called }: Assignee): Promise<boolean> {
  return change(async () => {
    const changed = await putAssignee(anomalies, id, true)
    tell(ofMany(anomalies, `Assigned to ${called}`), () => void change(() => putAssignee(changed, id, false)))
  })
}

/** Has somebody look after anomalies no more, and offers to undo it; false when it was refused. */
export function unassign(anomalies: readonly Anomaly[], { id, called }: Assignee): Promise<boolean> {
  return change(async () => {
    const changed = await putAssignee(anomalies, id, false)
    const sentence = ofMany(anomalies, `No longer assigned to ${called}`)
    tell(sentence, () => void change(() => putAssignee(changed, id, true)))
  })
}

const ofMany = ({ length }: readonly Anomaly[], sentence: string) =>
  length === 1 ? sentence : `${sentence}: ${counted(length, 'anomaly', 'anomalies')}`

/** Adds somebody to those who look after anomalies now, or takes them from these, all or none; the result are those of which that says something else. */
async function putAssignee(
  anomalies: readonly Anomaly[],
  id: number,
  isAssigned: boolean,
): Promise<Anomaly[]> {
  const others = (await present(anomalies)).filter(
    ({ assignees }) => assignees.some((one) => one.id === id) !== isAssigned,
  )
  const body = others.map((one) => {
    const left = one.assignees.map((assignee) => assignee.id).filter((assignee) => assignee !== id)
    return { id: one.id, assignee_ids: isAssigned ? [...left, id] : left }
  })
  if (body.length > 0) await ask('PATCH /api/anomalies', { body })
  return others
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
