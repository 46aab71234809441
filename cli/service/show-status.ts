import { createClient, type ConfigApply } from '../../client/src/index.ts'
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
  const applied = user ? ((await client.listConfigApplies({ size: 1 })).items[0] ?? null) : null
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ url, status, user, applied }, null, 2)}\n`)
    return
  }
  const who = user ? `You are ${user.name} (${user.role}).` : 'You have no token here. Try: assay login'
  process.stdout.write(
    `${url} answers (found by ${from}).\n${who}\n${applied ? `${appliedText(applied)}\n` : ''}`,
  )
}

/** Who applied files last, which ones, and what became of it. */
function appliedText(apply: ConfigApply): string {
  const { user, created, file_count, digest, git_commit, git_dirty, ended, done, refused } = apply
  const commit = git_commit === null ? `digest ${digest.slice(0, 12)}` : `commit ${git_commit.slice(0, 12)}`
  const changes = git_dirty === true ? ' with changes that are not committed' : ''
  const files = file_count === 1 ? '1 file' : `${file_count} files`
  const outcome = ended === null ? 'it has not ended, or was stopped' : `${done} done, ${refused} refused`
  return `Last applied: ${files} of ${commit}${changes}, by ${user.name ?? user.user_name} at ${created}: ${outcome}.`
}
