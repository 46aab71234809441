import { sql, type RawBuilder } from 'kysely'
import type { GlobalTag } from '../model/tag.ts'
import type { Queryable } from './pool.ts'

/** The kinds of things that tags come down to, by their column in tag_links. */
type InheritedBy = 'container_id' | 'field_id'

type Source = RawBuilder<{ carrier: number; tag_id: number }>

/** The tags of what each thing is in, or is about; `carrier` is the thing. A tag that it carries itself may be among them. */
const handedDown: Record<InheritedBy | 'quality_check_id', (ids: RawBuilder<unknown>) => Source> = {
  container_id: (ids) => sql`
    select containers.id as carrier, tag_links.tag_id
    from containers join tag_links on tag_links.datastore_id = containers.datastore_id
    where containers.id = any(${ids})`,
  field_id: (ids) => sql`
    select fields.id as carrier, tag_links.tag_id
    from fields join tag_links on tag_links.container_id = fields.container_id
    where fields.id = any(${ids})
    union
    select fields.id, tag_links.tag_id
    from fields join containers on containers.id = fields.container_id
    join tag_links on tag_links.datastore_id = containers.datastore_id
    where fields.id = any(${ids})`,
  quality_check_id: (ids) => sql`
    select checks.id as carrier, tag_links.tag_id
    from quality_checks as checks join fields on fields.container_id = checks.container_id and fields.name = any(checks.fields)
    join tag_links on tag_links.field_id = fields.id
    where checks.id = any(${ids})
    union
    select checks.id, tag_links.tag_id
    from quality_checks as checks join tag_links on tag_links.container_id = checks.container_id
    where checks.id = any(${ids})
    union
    select checks.id, tag_links.tag_id
    from quality_checks as checks join containers on containers.id = checks.container_id
    join tag_links on tag_links.datastore_id = containers.datastore_id
    where checks.id = any(${ids})`,
}

/** The tags of checks and what comes down to them, each tag once for each check (`carrier`). */
export const tagsOfChecks = (ids: RawBuilder<unknown>): Source => sql`
  select quality_check_id as carrier, tag_id from tag_links where quality_check_id = any(${ids})
  union ${handedDown.quality_check_id(ids)}`

/** The tags that come down to checks (`carrier`), without those that they carry themselves. */
export const inheritedByChecks = (ids: RawBuilder<unknown>): Source => sql`
  select above.carrier, above.tag_id from (${handedDown.quality_check_id(ids)}) as above
  where not exists (select from tag_links as own
                    where own.tag_id = above.tag_id and own.quality_check_id = above.carrier)`

/**
 * The tags that come down to things from what they are in or about, by name: from a datastore to its containers, from a container
 * to its fields and checks, from a field to its checks. Those that a thing carries itself are left out.
 */
export async function inheritedTags(
  database: Queryable,
  by: InheritedBy,
  ids: readonly number[],
): Promise<Map<number, GlobalTag[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<GlobalTag, 'type'> & { carrier: number }>`
    select above.carrier, name, color, description, category, weight_modifier
    from (${handedDown[by](sql`${ids}::bigint[]`)}) as above join global_tags on global_tags.id = above.tag_id
    where not exists (select from tag_links as own where own.tag_id = above.tag_id and own.${sql.ref(by)} = above.carrier)
    order by name`.execute(database)
  const tags = new Map<number, GlobalTag[]>()
  for (const { carrier, ...tag } of rows)
    tags.set(carrier, [...(tags.get(carrier) ?? []), { type: 'global', ...tag }])
  return tags
}
