import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Facets, FacetValue } from '../model/facet.ts'
import type { Queryable } from './pool.ts'

/** How the values of one facet are counted in the rows that match. */
export interface Facet<Filter> {
  /** The members of the filter that the facet itself is about, without which it is counted (default: the one of its name). */
  own?: readonly (keyof Filter)[]
  /** What takes their place, where the filter means something by their absence; of the filter as it is. */
  instead?(filter: Filter): Partial<Filter>
  /** The value of a row of `matched`, or of what is joined to it; rows without one do not count. */
  value: RawBuilder<unknown>
  /** What people call `value`, asked once for each (default: the value itself). */
  label?: RawBuilder<string | null>
  /** What tells values apart that people call alike, added to the label of these (default: nothing does). */
  apart?: RawBuilder<string | null>
  /** What is joined to `matched`, which may find several values for a row, and one several times. */
  joined?: RawBuilder<unknown>
}

/** Values of one facet that are told, the most frequent ones. */
const mostValues = 100

/** What people call a datastore by its id. */
export const nameOfDatastore = sql<string>`(select name from datastores where id = value::bigint)`

/** What people call a container by its id: many datastores have a table of the same name. */
export const ofContainer: Pick<Facet<never>, 'label' | 'apart'> = {
  label: sql`(select name from containers where id = value::bigint)`,
  apart: sql`(select datastores.name from containers join datastores on datastores.id = containers.datastore_id
    where containers.id = value::bigint)`,
}

/** The tags of `matched`, by the column that links them. */
export function tagFacet<Filter>(column: string): Facet<Filter> {
  return {
    value: sql`global_tags.name`,
    joined: sql`join tag_links on tag_links.${sql.ref(column)} = matched.id join global_tags on global_tags.id = tag_links.tag_id`,
  }
}

/**
 * Counts each of these facets among the rows that match the filter without it. `matching` is the list's own selection, so that a count is
 * what the list would have.
 */
export async function countFacets<Name extends string, Filter extends object>(
  database: Queryable,
  facets: Record<Name, Facet<Filter>>,
  names: readonly Name[],
  { filter, matching }: { filter: Filter; matching(filter: Filter): Expression<unknown> },
): Promise<Facets> {
  const counted: Facets = {}
  for (const name of new Set(names)) {
    const { own = [name], instead, value, label = sql`value`, apart = sql`null`, joined } = facets[name]
    const others = Object.entries(filter).filter(([member]) => !own.some((one) => one === member))
    const wanted = { ...(Object.fromEntries(others) as Filter), ...instead?.(filter) }
    // `distinct` hashes the pairs; count(distinct) would sort them all, by the letters of the value.
    const { rows } = await sql<FacetValue>`
      select value, case when count(*) over (partition by label) > 1 then concat_ws(' · ', label, apart) else label end as label, count
      from (
        select value, coalesce(${label}, value) as label, (${apart})::text as apart, count from (
          select value, count(*) as count from (
            select ${joined ? sql`distinct matched.id,` : sql``} (${value})::text as value
            from ${matching(wanted)} as matched ${joined ?? sql``}) as found
          where value is not null
          group by 1
          order by count desc, value limit ${mostValues}) as counted) as named
      order by count desc, value`.execute(database)
    counted[name] = rows
  }
  return counted
}
