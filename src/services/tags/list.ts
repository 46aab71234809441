import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { GlobalTag } from '../../model/tag.ts'
import { findTag, listAllTags as selectAllTags, listTags as selectTags } from '../../store/tags.ts'

/** Member; by name. */
export async function listTags(context: Context, request: PageRequest): Promise<Page<GlobalTag>> {
  const page = await selectTags(context.store.database, request)
  return { ...page, items: page.items.map((tag) => ({ type: 'global', ...tag })) }
}

/** Member; all of them at once, by name. */
export async function listAllTags(context: Context): Promise<GlobalTag[]> {
  const tags = await selectAllTags(context.store.database)
  return tags.map((tag) => ({ type: 'global', ...tag }))
}

/** Member. */
export async function readTag(context: Context, name: string): Promise<GlobalTag> {
  const tag = await findTag(context.store.database, name)
  if (!tag) throw unknownTag(name)
  return { type: 'global', ...tag }
}

/** The 404 for a name that no tag has. */
export const unknownTag = (name: string): ServiceError =>
  new ServiceError('not_found', `No global tag is called "${name}".`)
