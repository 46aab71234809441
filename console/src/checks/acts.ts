import type { ArchivedCheckStatus, OpenCheckStatus, QualityCheck } from '../api/api.generated.ts'
import { outdate } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { tell } from '../kit/toasts.tsx'
import { counted } from '../words/numbers.ts'

type Standing = Pick<QualityCheck, 'id' | 'status'>

/** Makes checks Active or Draft, all or none, and offers to undo it. */
export async function open(checks: readonly Standing[], status: OpenCheckStatus): Promise<void> {
  await change(async () => {
    await putStatus(checks.map(({ id }) => ({ id, status })))
    tell(`${counted(checks.length, 'check')}: ${status}`, () => void change(() => putStatus(checks)))
  })
}

/** Archives checks, all or none; their anomalies stay. Offers to undo it. */
export async function archive(checks: readonly Standing[], status: ArchivedCheckStatus): Promise<void> {
  await change(async () => {
    await putStatus(checks.map(({ id }) => ({ id, status })))
    tell(
      `${counted(checks.length, 'check')} archived as ${status}`,
      () => void change(() => putStatus(checks)),
    )
  })
}

/** Scans a container. */
export async function scan(datastore_id: number, container_id: number): Promise<void> {
  await change(async () => {
    const { id } = await ask('POST /api/operations/run', {
      body: { type: 'scan', datastore_id, container_ids: [container_id] },
    })
    tell(`Run ${id} has started.`)
  })
}

async function putStatus(wanted: readonly Standing[]): Promise<void> {
  const opened = wanted.flatMap(({ id, status }) =>
    status === 'Active' || status === 'Draft' ? [{ id, status }] : [],
  )
  const archived = wanted.flatMap(({ id, status }) =>
    status === 'Active' || status === 'Draft' ? [] : [{ id, status, archive: true, delete_anomalies: false }],
  )
  if (opened.length > 0) await ask('PATCH /api/quality-checks', { body: opened })
  if (archived.length > 0) await ask('DELETE /api/quality-checks', { body: archived })
}

/** Does it, says why when it is refused, and has everything about checks asked again, without waiting for that. */
async function change(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    tell(error instanceof Error ? error.message : 'It was not done.')
  } finally {
    for (const noun of ['quality-checks', 'containers', 'operations', 'overview']) void outdate(noun)
  }
}
