import { sql, type Insertable, type Updateable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { GlobalTag } from '../model/tag.ts'
import { fetchPage, isAmong, type IdQuery } from './paging.ts'
import { batches } from './batches.ts'
import type { Queryable } from './pool.ts'
import type { Database } from './schema.ts'

/** The kinds of things that carry tags, by their column in tag_links. */
export type TaggedBy = 'datastore_id' | 'container_id' | 'quality_check_id' | 'anomaly_id' | 'field_id'

const shown = ['name', 'color', 'description', 'category', 'weight_modifier'] as const

/** The tags of things of one kind, by name; a thing without tags is absent from the map. */
export async function tagsOf(
  database: Queryable,
  by: TaggedBy,
  ids: readonly number[],
): Promise<Map<number, GlobalTag[]>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('tag_links')
    .innerJoin('global_tags', 'global_tags.id', 'tag_links.tag_id')
    .select(shown)
    .select(`tag_links.${by} as carrier`)
    .where(isAmong(`tag_links.${by}`, ids))
    .orderBy('global_tags.name')
    .execute()
  const tags = new Map<number, GlobalTag[]>()
  for (const { carrier, ...tag } of rows) {
    if (carrier === null) continue
    const known = tags.get(carrier) ?? []
    known.push({ type: 'global', ...tag })
    tags.set(carrier, known)
  }
  return tags
}

/** Gives the thing exactly these tags; unknown names become new tags. */
export async function replaceTags(
  transaction: Queryable,
  by: TaggedBy,
  id: number,
  names: readonly string[],
): Promise<void> {
  const tagIds = await ensureTags(transaction, names)
  await transaction.deleteFrom('tag_links').where(by, '=', id).where('tag_id', 'not in', tagIds).execute()
  await linkTags(transaction, by, [id], tagIds)
}

/** Gives things tags beside those that they have; unknown names become new tags. */
export async function addTags(
  transaction: Queryable,
  by: TaggedBy,
  wanted: readonly { id: number; names: readonly string[] }[],
): Promise<void> {
  const links = wanted.flatMap(({ id, names }) => names.map((name) => ({ id, name })))
  if (links.length === 0) return
  await ensureTags(
    transaction,
    links.map(({ name }) => name),
  )
  await sql`
    insert into tag_links (tag_id, ${sql.ref(by)})
    select global_tags.id, given.id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (id bigint, name text)
    join global_tags on global_tags.name = given.name
    on conflict do nothing`.execute(transaction)
}

async function linkTags(
  transaction: Queryable,
  by: TaggedBy,
  ids: readonly number[],
  tagIds: readonly number[],
): Promise<void> {
  const links = ids.flatMap((id) => tagIds.map((tag_id) => ({ tag_id, [by]: id })))
  for (const batch of batches(links))
    await transaction
      .insertInto('tag_links')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Ids of the tags, made where they do not exist; in one order, so that two writers never wait for each other. Nobody deletes one of them
 * until the transaction ends: who did so a moment earlier is followed by a new tag of that name.
 */
async function ensureTags(transaction: Queryable, names: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(names)].sort()
  if (wanted.length === 0) return []
  for (;;) {
    await transaction
      .insertInto('global_tags')
      .values(wanted.map((name) => ({ name })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const rows = await transaction
      .selectFrom('global_tags')
      .select('id')
      .where('name', 'in', wanted)
      .orderBy('name')
      .forKeyShare()
      .execute()
    if (rows.length === wanted.length) return rows.map(({ id }) => id)
  }
}

/** Ids of the things of one kind that carry any of these tags, as a subquery. */
export function taggedWith(database: Queryable, by: TaggedBy, names: readonly string[]) {
  return database
    .selectFrom('tag_links')
    .innerJoin('global_tags', 'global_tags.id', 'tag_links.tag_id')
    .select(`tag_links.${by} as id`)
    .where('global_tags.name', 'in', names)
    .where(`tag_links.${by}`, 'is not', null)
}

/** The datastores of `visible` that carry any of these tags. */
export async function datastoresTagged(
  database: Queryable,
  visible: IdQuery,
  names: readonly string[],
): Promise<number[]> {
  const rows = await database
    .selectFrom('datastores')
    .select('id')
    .where('id', 'in', visible)
    .where('id', 'in', taggedWith(database, 'datastore_id', names))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined when there is none of that name. */
export async function findTag(database: Queryable, name: string) {
  return database.selectFrom('global_tags').select(shown).where('name', '=', name).executeTakeFirst()
}

/** Without anything that carries it. */
export async function insertTag(
  transaction: Queryable,
  tag: Insertable<Database['global_tags']>,
): Promise<void> {
  await transaction.insertInto('global_tags').values(tag).execute()
}

/** Everything that carries the tag carries it as it is then. */
export async function setTag(
  transaction: Queryable,
  name: string,
  change: Updateable<Database['global_tags']>,
): Promise<void> {
  await transaction.updateTable('global_tags').set(change).where('name', '=', name).execute()
}

/** Everything that carried the tag loses it. False: it is gone. */
export async function deleteTag(transaction: Queryable, name: string): Promise<boolean> {
  const gone = await transaction.deleteFrom('global_tags').where('name', '=', name).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** By name. */
export async function listTags(database: Queryable, request: PageRequest) {
  return fetchPage(database.selectFrom('global_tags').select(shown).orderBy('name'), request)
}

/** All of them, by name. */
export async function listAllTags(database: Queryable) {
  return database.selectFrom('global_tags').select(shown).orderBy('name').execute()
}

/** The tags of these names, by name; one that was deleted is shown by its name alone. */
export async function tagsNamed(database: Queryable, names: readonly string[]): Promise<GlobalTag[]> {
  if (names.length === 0) return []
  const rows = await database.selectFrom('global_tags').select(shown).where('name', 'in', names).execute()
  return [...names].sort().map((name) => {
    const known = rows.find((row) => row.name === name)
    return {
      type: 'global',
      ...(known ?? { name, color: null, description: null, category: null, weight_modifier: 0 }),
    }
  })
}
