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

/** Scans the containers of checks of one datastore; the run, or null when it was refused. */
export async function scan(datastore_id: number, container_ids: readonly number[]): Promise<number | null> {
  let run: number | null = null
  await change(async () => {
    const { id } = await ask('POST /api/operations/run', {
      body: { type: 'scan', datastore_id, container_ids: [...new Set(container_ids)] },
    })
    run = id
    tell(`Run ${id} scans ${counted(new Set(container_ids).size, 'container')}.`)
  })
  return run
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

/** Does it, says why when it is refused, and has everything about checks asked again. */
async function change(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    tell(error instanceof Error ? error.message : 'It was not done.')
  } finally {
    await Promise.all(['quality-checks', 'containers', 'operations', 'overview'].map((noun) => outdate(noun)))
  }
}
