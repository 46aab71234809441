import { sql, type Insertable } from 'kysely'
import { openCheckStatuses } from '../model/check.ts'
import { batches } from './batches.ts'
import { isAmong } from './paging.ts'
import type { Queryable } from './pool.ts'
import { trackFor } from './tracking.ts'
import type { Database } from './schema.ts'

type Row = Database['quality_checks']

/** The checks of these ids, as they are; those that are gone are left out. */
export async function checksOfIds(database: Queryable, ids: readonly number[]) {
  return database
    .selectFrom('quality_checks')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The ids among the given that are no checks of the container. */
export async function checksElsewhere(
  database: Queryable,
  containerId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (select from quality_checks where quality_checks.id = wanted.id and container_id = ${containerId})
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

/** A check of a source and what an earlier promotion made of it. */
export interface Promoted {
  source_check_id: number
  destination_check_id: number
  /** True: the check of the source is Active or Draft. */
  is_open: boolean
  source_container_id: number
}

/** Earlier promotions into the container, of these checks or onto these. */
export async function earlierPromotions(
  database: Queryable,
  destinationContainerId: number,
  { sources, destinations }: { sources: readonly number[]; destinations: readonly number[] },
): Promise<Promoted[]> {
  const { rows } = await sql<Promoted>`
    select source_check_id, destination_check_id, status in ('Active', 'Draft') as is_open, container_id as source_container_id
    from promoted_checks join quality_checks on quality_checks.id = source_check_id
    where destination_container_id = ${destinationContainerId}
      and (source_check_id = any(${sources}::bigint[]) or destination_check_id = any(${destinations}::bigint[]))
    order by source_check_id`.execute(database)
  return rows
}

/**
 * The Active and Draft checks of the container that have one of these ids or test one of these things, with the template that each
 * follows in what it tests, if that is locked. With `lock` nobody changes them until the transaction ends.
 */
export function possibleCounterparts(
  database: Queryable,
  containerId: number,
  { ids, keys }: { ids: readonly number[]; keys: readonly string[] },
  { lock }: { lock: boolean },
) {
  const query = database
    .selectFrom('quality_checks')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('check_templates')
        .select('check_templates.id')
        .whereRef('check_templates.id', '=', 'quality_checks.template_id')
        .where('template_locked', '=', true)
        .as('locked_template_id'),
    )
    .where('container_id', '=', containerId)
    .where('status', 'in', openCheckStatuses)
    .where(sql<boolean>`(id = any(${ids}::bigint[]) or definition_key = any(${keys}::text[]))`)
    .orderBy('id')
  return (lock ? query.forNoKeyUpdate() : query).execute()
}

/** A check to be written with the version that it then has. */
export interface CheckWriting {
  columns: Omit<Insertable<Row>, 'container_id' | 'created_by' | 'last_editor' | 'version'>
  definition: object
}

/** Makes checks in a container, each in its first version; their ids in the same order. */
export async function addChecks(
  transaction: Queryable,
  containerId: number,
  writings: readonly CheckWriting[],
  { now, editor }: { now: string; editor: string },
): Promise<number[]> {
  if (writings.length === 0) return []
  await trackFor(
    transaction,
    containerId,
    writings.map(({ columns }) => columns.rule_type),
  )
  const rows = writings.map(({ columns }) => ({
    ...columns,
    container_id: containerId,
    created: now,
    created_by: editor,
    last_updated: now,
    last_editor: editor,
  }))
  const ids: number[] = []
  for (const batch of batches(rows)) {
    const made = await transaction.insertInto('quality_checks').values(batch).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  // Keys are given in the order of the rows.
  ids.sort((one, other) => one - other)
  const versions = writings.map(({ definition }, index) => ({ check: ids[index], number: 1, definition }))
  await addVersions(transaction, versions, { now, editor })
  return ids
}

/** A check whose content is replaced, with the number of its new version. */
export interface CheckRewriting extends CheckWriting {
  id: number
  inferred: boolean
  version: number
}

/** Gives checks new contents and versions; the caller has them locked. Their status stays. */
export async function rewriteChecks(
  transaction: Queryable,
  writings: readonly CheckRewriting[],
  { now, editor }: { now: string; editor: string },
): Promise<void> {
  if (writings.length === 0) return
  // One may take the test that another gives up, in whatever order the rows are written.
  await sql`
    update quality_checks set definition_key = 'given up by ' || id
    where id = any(${writings.map(({ id }) => id)}::bigint[])`.execute(transaction)
  const given = writings.map(({ id, inferred, version, columns }) => ({ ...columns, id, inferred, version }))
  await sql`
    update quality_checks
    set description = given.description, fields = given.fields, filter = given.filter, coverage = given.coverage,
      properties = given.properties::jsonb, anomaly_message_field = given.anomaly_message_field,
      additional_metadata = given.additional_metadata::jsonb, definition_key = given.definition_key,
      inferred = given.inferred, version = given.version, last_updated = ${now}, last_editor = ${editor}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (id bigint, description text, fields text[], filter text, coverage double precision, properties text,
                anomaly_message_field text, additional_metadata text, definition_key text, inferred boolean, version integer)
    where quality_checks.id = given.id`.execute(transaction)
  await sql`
    update quality_check_versions set valid_to = ${now}
    where quality_check_id = any(${writings.map(({ id }) => id)}::bigint[]) and valid_to is null`.execute(
    transaction,
  )
  const versions = writings.map(({ id, version, definition }) => ({ check: id, number: version, definition }))
  await addVersions(transaction, versions, { now, editor })
}

async function addVersions(
  transaction: Queryable,
  versions: readonly { check: number | undefined; number: number; definition: object }[],
  { now, editor }: { now: string; editor: string },
): Promise<void> {
  await sql`
    insert into quality_check_versions (quality_check_id, number, valid_from, edited_by, definition)
    select given.check, given.number, ${now}, ${editor}, given.definition
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as given ("check" bigint, number integer, definition jsonb)`.execute(
    transaction,
  )
}

/** Where a promotion goes. */
interface Ends {
  source: { id: number; datastore_id: number }
  destination: { id: number; datastore_id: number }
}

/** What a container that checks refer to becomes at the destination. */
export interface ReferenceTarget {
  name: string
  /** Null: the destination's datastore has no container of this name. */
  target: { id: number; datastore_id: number } | null
}

/**
 * For the containers that checks of a source refer to, by id: the source itself becomes the destination, another of its datastore
 * the one of the same name in the other datastore (else of the only name that differs in letter case), and any other stays. Ids
 * that are unknown are left out.
 */
export async function referenceTargets(
  database: Queryable,
  ids: readonly number[],
  { source, destination }: Ends,
): Promise<Map<number, ReferenceTarget>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    name: string
    datastore_id: number
    exact: number | null
    near: number[]
  }>`
    select id, name, datastore_id,
      (select there.id from containers as there where there.datastore_id = ${destination.datastore_id} and there.name = containers.name) as exact,
      coalesce((select jsonb_agg(there.id) from containers as there
                where there.datastore_id = ${destination.datastore_id} and lower(there.name) = lower(containers.name)), '[]') as near
    from containers where id = any(${ids}::bigint[])`.execute(database)
  return new Map(
    rows.map(({ id, name, datastore_id, exact, near }) => {
      if (id === source.id) return [id, { name, target: destination }]
      if (datastore_id !== source.datastore_id) return [id, { name, target: { id, datastore_id } }]
      const found = exact ?? (near.length === 1 ? near[0] : undefined)
      return [
        id,
        { name, target: found === undefined ? null : { id: found, datastore_id: destination.datastore_id } },
      ]
    }),
  )
}

/** The user of this name who is not deleted; undefined when there is none. */
export function userNamed(database: Queryable, userName: string) {
  return database
    .selectFrom('users')
    .select(['id as user_id', 'user_name', 'role'])
    .where('user_name', '=', userName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The names of both ends of each of these promotions as they are now; null for what was deleted. */
export async function promotionEnds(database: Queryable, operationIds: readonly number[]) {
  const { rows } = await sql<{
    id: number
    destination_datastore: { id: number; name: string } | null
    container: { id: number; name: string } | null
    destination_container: { id: number; name: string } | null
  }>`
    select operations.id,
      (select jsonb_build_object('id', id, 'name', name) from datastores
       where id = (payload ->> 'destination_datastore_id')::bigint) as destination_datastore,
      (select jsonb_build_object('id', id, 'name', name) from containers where id = (payload ->> 'container_id')::bigint) as container,
      (select jsonb_build_object('id', id, 'name', name) from containers
       where id = (payload ->> 'destination_container_id')::bigint) as destination_container
    from operations where ${isAmong('operations.id', operationIds)}`.execute(database)
  return new Map(rows.map(({ id, ...ends }) => [id, ends]))
}
