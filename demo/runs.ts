import { follow, type Client, type OperationRun } from '../client/src/index.ts'
import type { Datastore } from './datastores.ts'
import { counted, secondsSince, startProgress } from './progress.ts'

/** What is told of a run. */
interface State {
  result: string
  message: string | null
  status: object
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
  const body: OperationRun = { type, datastore_id: datastore.id, ...settings }
  const { id } = await client.triggerOperation({ body })
  let run: State = { result: 'queued', message: null, status: {} }
  for await (const { operation } of follow(client, id)) {
    run = operation
    progress.show(`  ${type}  ${run.result}  ${told(run)}`.trimEnd())
  }
  progress.end(`  ${type}  ${run.result}  ${told(run)}  (${secondsSince(start)})`)
  if (run.result !== 'success') throw new Error(`The ${type} of "${datastore.name}" failed. ${run.message}`)
  return id
}

/** The numbers of a run's status that are there and not 0, in words. */
function told(run: State): string {
  const status = run.status as Record<string, number>
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
