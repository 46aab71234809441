import { follow, type Client, type Operation, type OperationRun } from '../../client/src/index.ts'
import { startProgress } from '../output/progress.ts'
import { progressOf } from '../output/run-progress.ts'

/** Starts a run, shows how far it is on standard error, and returns its record when it has ended, well or not. */
export async function runToEnd(client: Client, body: OperationRun): Promise<Operation> {
  const { id } = await client.triggerOperation({ body })
  return showToEnd(client, id, body.type)
}

/** Shows a run that was started before until it has ended. `title` begins each line. */
export async function showToEnd(client: Client, id: number, title: string): Promise<Operation> {
  const progress = startProgress()
  const start = performance.now()
  for await (const event of follow(client, id)) {
    const text = `${title}  ${progressOf(event.operation, start)}`
    if (event.kind === 'end') {
      progress.end(text)
      return event.operation
    }
    progress.show(text)
  }
  throw new Error(`The stream of run ${id} ended before the run.`)
}
