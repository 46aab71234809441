import { follow, type Client, type OperationRun } from '../client/src/index.ts'
import type { Datastore } from './datastores.ts'
import { startProgress } from '../cli/output/progress.ts'
import { progressOf } from '../cli/output/run-progress.ts'

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
  const progress = startProgress(process.stdout)
  const body: OperationRun = { type, datastore_id: datastore.id, ...settings }
  const { id } = await client.triggerOperation({ body })
  let run: State = { result: 'queued', message: null, status: {} }
  for await (const { operation } of follow(client, id)) {
    run = operation
    progress.show(`  ${type}  ${progressOf(run, start)}`)
  }
  progress.end(`  ${type}  ${progressOf(run, start)}`)
  if (run.result !== 'success') throw new Error(`The ${type} of "${datastore.name}" failed. ${run.message}`)
  return id
}
