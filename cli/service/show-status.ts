import { createClient } from '../../client/src/index.ts'
import type { StatusOptions } from '../commands/status.ts'
import { printList } from '../output/print-list.ts'
import { findService, openClient } from './find-service.ts'

/** Tells whether the service answers and who the token stands for, or lists the datastores. */
export async function showStatus(options: StatusOptions): Promise<void> {
  if (options.datastores) {
    const { items } = await openClient(options).listDatastores({ size: 1000 })
    return printList(
      items,
      { Id: ({ id }) => id, Datastore: ({ name }) => name },
      options,
      'There are no datastores. Try: assay connect --help',
    )
  }
  const { url, token, from } = findService(options)
  const client = createClient({ url, token })
  const status = await client.readStatus()
  const user = token === null ? null : await client.readOwnUser()
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ url, status, user }, null, 2)}\n`)
    return
  }
  const who = user ? `You are ${user.name} (${user.role}).` : 'You have no token here. Try: assay login'
  process.stdout.write(`${url} answers (found by ${from}).\n${who}\n`)
}
