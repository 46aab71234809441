import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { ConfigApply, ConfigApplyWithFiles } from '../../model/applied-files.ts'
import { findApply, pageOfApplies, type ConfigApplyRow } from '../../store/config-applies.ts'

/** Member; newest first. */
export async function listApplies(context: Context, request: PageRequest): Promise<Page<ConfigApply>> {
  const page = await pageOfApplies(context.store.database, request)
  return { ...page, items: page.items.map(presentApply) }
}

/** Member. */
export async function readApply(context: Context, id: number): Promise<ConfigApplyWithFiles> {
  const row = await findApply(context.store.database, id)
  if (!row) throw notFound('apply', id)
  const { files, ...rest } = row
  return { ...presentApply(rest), files }
}

/** A row as it goes to the wire: the user's columns become a stub. */
function presentApply({ user_id, user_name, full_name, email, ...apply }: ConfigApplyRow): ConfigApply {
  return { ...apply, user: { id: user_id, user_id, user_name, name: full_name, email } }
}
