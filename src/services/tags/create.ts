import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { GlobalTag, GlobalTagInput } from '../../model/tag.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { insertTag } from '../../store/tags.ts'
import { readTag } from './list.ts'

/** Manager. */
export async function createTag(context: Context, input: GlobalTagInput): Promise<GlobalTag> {
  requireRole(context, 'Manager')
  const { name, color = null, description = null, category = null, weight_modifier } = input
  await refusingDuplicates(`A global tag called "${name}" exists already.`, () =>
    insertTag(context.store.database, {
      name,
      color,
      description,
      category,
      weight_modifier: weight_modifier ?? 0,
    }),
  )
  return readTag(context, name)
}
