import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { GlobalTag, GlobalTagChange } from '../../model/tag.ts'
import { setTag } from '../../store/tags.ts'
import { readTag } from './list.ts'

/** Manager. The weights of what carries the tag follow. */
export async function updateTag(context: Context, name: string, change: GlobalTagChange): Promise<GlobalTag> {
  await readTag(context, name)
  requireRole(context, 'Manager')
  if (change.name !== undefined && change.name !== name)
    throw new ServiceError('conflict', `The tag "${name}" keeps its name; create another tag.`)
  const { color, description, category, weight_modifier } = change
  const given = {
    ...(color !== undefined && { color }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
    ...(weight_modifier !== undefined && { weight_modifier: weight_modifier ?? 0 }),
  }
  // Only these, so that what somebody else changes meanwhile stays.
  if (Object.keys(given).length > 0) await setTag(context.store.database, name, given)
  return readTag(context, name)
}
