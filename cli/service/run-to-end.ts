import { follow, type Client, type Operation, type OperationRun } from '../../client/src/index.ts'
import { startProgress } from '../output/progress.ts'
import { progressOf } from '../output/run-progress.ts'

/** What is to be told of a run so far, line by line; asked for whenever more of its containers are done. */
type Look = (id: number) => Promise<string[]>

/** Starts a run, shows how far it is on standard error, and returns its record when it has ended, well or not. */
export async function runToEnd(client: Client, body: OperationRun, look?: Look): Promise<Operation> {
  const { id } = await client.triggerOperation({ body })
  return showToEnd(client, id, body.type, look)
}

/** Shows a run that was started before until it has ended. `title` begins each line. */
export async function showToEnd(
  client: Client,
  id: number,
  title: string,
  look: Look = async () => [],
): Promise<Operation> {
  const progress = startProgress()
  const start = performance.now()
  let seen = 0
  for await (const event of follow(client, id)) {
    const text = `${title}  ${progressOf(event.operation, start)}`
    const { containers_analyzed: done = 0 } = event.operation.status as { containers_analyzed?: number }
    if (done > seen) for (const line of await look(id)) progress.note(line)
    seen = done
    if (event.kind === 'end') {
      progress.end(text)
      return event.operation
    }
    progress.show(text)
  }
  throw new Error(`The stream of run ${id} ended before the run.`)
}
