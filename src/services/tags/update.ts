import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { GlobalTag, GlobalTagChange } from '../../model/tag.ts'
import { setTag } from '../../store/tags.ts'
import { readTag } from './list.ts'

/** Manager. The weights of what carries the tag follow. */
export async function updateTag(context: Context, name: string, change: GlobalTagChange): Promise<GlobalTag> {
  const kept = await readTag(context, name)
  requireRole(context, 'Manager')
  const { color, description, category, weight_modifier } = { ...kept, ...change }
  await setTag(context.store.database, name, {
    color,
    description,
    category,
    weight_modifier: weight_modifier ?? 0,
  })
  return readTag(context, name)
}
