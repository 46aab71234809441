import { recordAudit } from '../../access/audit.ts'
import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import type { ConfigApplyInput, ConfigApplyWithFiles } from '../../model/applied-files.ts'
import { insertApply } from '../../store/config-applies.ts'
import { readApply } from './list.ts'

/** Member. Notes what the caller is about to apply; it changes nothing else, and what follows needs its own permissions. */
export async function beginApply(context: Context, input: ConfigApplyInput): Promise<ConfigApplyWithFiles> {
  const id = await within(context, async (transaction, context) => {
    const now = (await context.clock.now(transaction)).toISOString()
    const made = await insertApply(transaction, context.principal.user_id, now, input)
    const { digest, files, git_commit = null, git_dirty = null, prune = false } = input
    await recordAudit(context, transaction, {
      action: 'apply_configuration',
      resource_type: 'configuration',
      resource_id: made,
      details: { digest, files: files.length, git_commit, git_dirty, prune },
    })
    return made
  })
  return readApply(context, id)
}
