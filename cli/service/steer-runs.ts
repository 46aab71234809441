import type { Client, Operation } from '../../client/src/index.ts'
import { jsonText } from '../exact-numbers.ts'
import type { RunListOptions, RunVerb } from '../commands/runs.ts'
import { printList, type ListOptions } from '../output/print-list.ts'
import { openClient, type ServiceOptions } from './find-service.ts'
import { findDatastore } from './named.ts'
import { showToEnd } from './run-to-end.ts'
import { tellEnd } from './tell-end.ts'

/** Prints the newest runs. */
export async function listRuns(options: RunListOptions): Promise<void> {
  const client = openClient(options)
  const { items } = await client.listOperations({
    size: options.limit,
    sort_created: 'desc',
    ...(options.datastore !== undefined && {
      datastore: [(await findDatastore(client, options.datastore)).id],
    }),
    ...(options.running && { finished: false }),
  })
  printList(
    items,
    {
      Id: ({ id }) => id,
      Type: ({ type }) => type,
      Datastore: ({ datastore }) => datastore.name,
      Result: ({ result }) => result,
      Created: ({ created }) => created.slice(0, 19).replace('T', ' '),
      By: ({ triggered_by }) => triggered_by,
      Message: ({ message }) => message,
    },
    options,
    'There are no runs.',
  )
}

/** Does one thing with a run, and follows it unless it was to stop. */
export async function steerRun(
  verb: RunVerb,
  id: number,
  options: ServiceOptions & ListOptions,
): Promise<void> {
  const client = openClient(options)
  const run = await steps[verb](client, id)
  if (verb !== 'abort') return tellEnd(await showToEnd(client, run.id, run.type), options)
  if (options.json) process.stdout.write(`${jsonText(run, 2)}\n`)
  else process.stdout.write(`Run ${run.id} (${run.type}) is ${run.result}.\n`)
}

const steps: Readonly<Record<RunVerb, (client: Client, id: number) => Promise<Operation>>> = {
  follow: (client, id) => client.readOperation({ id }),
  abort: (client, id) => client.abortOperation({ id }),
  resume: (client, id) => client.resumeOperation({ id }),
  rerun: (client, id) => client.rerunOperation({ id }),
}
