import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { deleteTag } from '../../store/tags.ts'
import { readTag, unknownTag } from './list.ts'

/** Manager. Everything that carried the tag loses it. */
export async function removeTag(context: Context, name: string): Promise<void> {
  await readTag(context, name)
  requireRole(context, 'Manager')
  if (!(await deleteTag(context.store.database, name))) throw unknownTag(name)
}
