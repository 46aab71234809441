import { sql, type RawBuilder } from 'kysely'
import type { SearchedKind, SearchHit } from '../model/search.ts'
import { isWithin } from './found-promotions.ts'
import { asId, containing, isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'

/** What is looked for, and by whom. */
export interface Search {
  text: string
  kinds: readonly SearchedKind[]
  /** Most hits that are wanted. */
  size: number
  /** Ids of the datastores whose contents are searched; null: all, and what belongs to none. */
  visible: number[] | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The best hits, of equal ones the shorter and then the newer first; one statement, and of each kind no more than are wanted. */
export async function searchAll(database: Queryable, search: Search): Promise<SearchHit[]> {
  const parts = search.kinds.flatMap((kind) => {
    const part = sources[kind](search)
    if (part === null) return []
    return [
      sql`(select ${kind}::text as kind, found.* from (${part}) as found
        order by score desc, length(title), id desc limit ${search.size})`,
    ]
  })
  if (parts.length === 0) return []
  const { rows } = await sql<SearchHit>`
    select kind, id, title, path, state, score from (${sql.join(parts, sql` union all `)}) as hits
    order by score desc, length(title), id desc limit ${search.size}`.execute(database)
  return rows
}

/** How well a text fits: all of it, its beginning, the beginning of a word, a part. */
function fit(text: string, column: string) {
  const value = sql`lower(${sql.ref(column)})`
  const wanted = text.toLowerCase()
  return sql`(case when ${value} = ${wanted} then 1 when starts_with(${value}, ${wanted}) then 0.75
    when ${value} ~ ('[^[:alnum:]]' || ${escaped(wanted)}) then 0.5 else 0.25 end)::float8 as score`
}

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`)

const seen = (column: string, { visible }: Search) =>
  visible === null ? sql`true` : isAmong(column, visible)

/** By a part of the text in any letter case, or by the id. */
function found({ text }: Search, column: string, id: string) {
  const part = sql`${sql.ref(column)} ilike ${containing(text)}`
  const wanted = asId(text)
  return wanted === null ? part : sql`(${part} or ${sql.ref(id)} = ${wanted})`
}

/** The score of a hit by name, or of one by its id. */
function scored(search: Search, column: string, id: string) {
  const wanted = asId(search.text)
  const byName = fit(search.text, column)
  return wanted === null
    ? byName
    : sql`(case when ${sql.ref(id)} = ${wanted} then 1 else (select score from (select ${byName}) as named) end)::float8 as score`
}

const nothing = sql`array[]::text[]`

/** A selection of `id`, `title`, `path`, `state` and `score` for each kind; null where nothing of it can be meant. */
const sources: Record<SearchedKind, (search: Search) => RawBuilder<unknown> | null> = {
  datastore: (search) => sql`
    select datastores.id, datastores.name as title, ${nothing} as path, null::text as state, ${scored(search, 'datastores.name', 'datastores.id')}
    from datastores where ${found(search, 'datastores.name', 'datastores.id')} and ${seen('datastores.id', search)}`,
  container: (search) => sql`
    select containers.id, containers.name as title, array[datastores.name] as path, containers.status as state,
      ${scored(search, 'containers.name', 'containers.id')}
    from containers join datastores on datastores.id = containers.datastore_id
    where ${found(search, 'containers.name', 'containers.id')} and ${seen('containers.datastore_id', search)}`,
  field: (search) => sql`
    select fields.id, fields.name as title, array[datastores.name, containers.name] as path, fields.status as state,
      ${scored(search, 'fields.name', 'fields.id')}
    from fields join containers on containers.id = fields.container_id join datastores on datastores.id = containers.datastore_id
    where ${found(search, 'fields.name', 'fields.id')} and ${seen('containers.datastore_id', search)}`,
  quality_check: (search) => sql`
    select quality_checks.id, quality_checks.description as title, array[datastores.name, containers.name] as path,
      quality_checks.status as state, ${scored(search, 'quality_checks.description', 'quality_checks.id')}
    from quality_checks join containers on containers.id = quality_checks.container_id
    join datastores on datastores.id = containers.datastore_id
    where ${found(search, 'quality_checks.description', 'quality_checks.id')} and ${seen('containers.datastore_id', search)}`,
  anomaly(search) {
    const id = asId(search.text)
    const isUuid = uuid.test(search.text)
    if (id === null && !isUuid) return null
    return sql`
      select anomalies.id, anomalies.message as title, array[datastores.name, containers.name] as path,
        anomalies.status as state, 1::float8 as score
      from anomalies join containers on containers.id = anomalies.container_id
      join datastores on datastores.id = anomalies.datastore_id
      where ${isUuid ? sql`anomalies.uuid = ${search.text}::uuid` : sql`anomalies.id = ${id}`}
        and ${seen('anomalies.datastore_id', search)}`
  },
  operation(search) {
    const id = asId(search.text)
    if (id === null) return null
    return sql`
      select operations.id, operations.type || ' ' || operations.id as title,
        case when datastores.id is null then ${nothing} else array[datastores.name] end as path,
        operations.result as state, 1::float8 as score
      from operations left join datastores on datastores.id = operations.datastore_id
      where operations.id = ${id} and ${seen('operations.datastore_id', search)}
        and ${search.visible === null ? sql`true` : isWithin(search.visible)}`
  },
  schedule: (search) => sql`
    select schedules.id, coalesce(schedules.name, schedules.trigger_type || ' ' || schedules.crontab) as title,
      array[datastores.name] as path, case when schedules.deactivated then 'deactivated' end as state,
      ${scored(search, 'schedules.name', 'schedules.id')}
    from schedules join datastores on datastores.id = schedules.datastore_id
    where schedules.deleted_at is null and ${found(search, 'schedules.name', 'schedules.id')}
      and ${seen('schedules.datastore_id', search)}`,
  flow: (search) => sql`
    select flows.id, flows.name as title, ${nothing} as path, case when flows.deactivated then 'deactivated' end as state,
      ${scored(search, 'flows.name', 'flows.id')}
    from flows where flows.deleted_at is null and ${found(search, 'flows.name', 'flows.id')}`,
  user: (search) => sql`
    select people.id, people.title, ${nothing} as path, people.role as state, ${scored(search, 'people.title', 'people.id')}
    from (
      select users.id, users.role,
        case when users.name is null or users.name = users.user_name then users.user_name
             else users.user_name || ' (' || users.name || ')' end as title
      from users where users.deleted_at is null) as people
    where ${found(search, 'people.title', 'people.id')}`,
}
