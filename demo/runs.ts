import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Datastore } from './datastores.ts'
import { counted, secondsSince, startProgress } from './progress.ts'

/** How often a run is asked how far it is, milliseconds. */
const pollInterval = 100

interface Run {
  id: number
  result: string
  message: string | null
  end_time: string | null
  status: Record<string, number>
}

/** Runs a sync, a profile or a scan of the datastore, shows how far it is, and returns the id of the run. `settings` are its members (default: none). */
export async function runToEnd(
  client: Client,
  datastore: Datastore,
  type: 'sync' | 'profile' | 'scan',
  settings: object = {},
): Promise<number> {
  const start = performance.now()
  const progress = startProgress()
  let run = await client.post<Run>('/operations/run', { type, datastore_id: datastore.id, ...settings })
  while (run.end_time === null) {
    progress.show(`  ${type}  ${run.result}  ${told(run)}`.trimEnd())
    await wait(pollInterval)
    run = await client.get<Run>(`/operations/${run.id}`)
  }
  progress.end(`  ${type}  ${run.result}  ${told(run)}  (${secondsSince(start)})`)
  if (run.result !== 'success') throw new Error(`The ${type} of "${datastore.name}" failed. ${run.message}`)
  return run.id
}

/** The numbers of a run's status that are there and not 0, in words. */
function told({ status }: Run): string {
  const words = {
    containers_analyzed: `of ${status['total_containers'] ?? 0} containers`,
    records_processed: 'records',
    anomalies_identified: 'anomalies',
    checks_synchronized: 'proposed checks',
  }
  return Object.entries(words)
    .filter(([member]) => (status[member] ?? 0) > 0)
    .map(([member, word]) => `${counted(status[member] ?? 0)} ${word}`)
    .join(', ')
}
