import { sql, type Insertable, type Updateable } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import {
  archivedCheckStatuses,
  checkStatuses,
  lastResults,
  type CheckStatus,
  type LastResult,
  type LastVerdict,
} from '../model/check.ts'
import type { CheckFacet, Facets } from '../model/facet.ts'
import { countFacets, nameOfDatastore, ofContainer, tagFacet, type Facet } from './facets.ts'
import { asId, containing, fetchPage, type IdQuery } from './paging.ts'
import {
  isStale,
  lastResultOfCheck,
  openAnomaliesOfCheck,
  standsAs,
  wasJudged,
  type JudgedDays,
} from './check-standing.ts'
import type { VersionStamp } from './check-versions.ts'
import type { Clock } from './clock.ts'
import type { Queryable } from './pool.ts'
import { trackFor } from './tracking.ts'
import type { Database } from './schema.ts'
import { taggedWith } from './tags.ts'
import { datastoreType } from './datastores.ts'

const rowsWithDatastore = (database: Queryable) =>
  database
    .selectFrom('quality_checks')
    .innerJoin('containers', 'containers.id', 'quality_checks.container_id')
    .innerJoin('datastores', 'datastores.id', 'containers.datastore_id')
    .leftJoin('check_templates', 'check_templates.id', 'quality_checks.template_id')
    .selectAll('quality_checks')
    .select('check_templates.template_locked')
    .select(['containers.name as container_name', 'containers.container_type', 'containers.table_type'])
    .select(['containers.datastore_id', 'datastores.name as datastore_name', datastoreType])

/** A check as it is stored, with the names and types of its container and datastore, and whether its template is locked (null without one). */
export type CheckRow = NonNullable<Awaited<ReturnType<typeof findCheck>>>

/** Undefined when there is no such check. */
export async function findCheck(database: Queryable, id: number) {
  return rowsWithDatastore(database).where('quality_checks.id', '=', id).executeTakeFirst()
}

/** The number of the version in force, with the check locked until the transaction ends; undefined when it is gone. */
export async function lockCheck(transaction: Queryable, id: number): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('quality_checks')
    .select('version')
    .where('id', '=', id)
    // Not `for update`: a scan that records what the check found refers to its key, and must not wait.
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version
}

/** The Active check that tests the same; undefined when there is none. */
export async function findEqualCheck(database: Queryable, containerId: number, key: string) {
  return database
    .selectFrom('quality_checks')
    .select(['id', 'description', 'status'])
    .where('container_id', '=', containerId)
    .where('definition_key', '=', key)
    .where('status', '=', 'Active')
    .executeTakeFirst()
}

/** The columns that say when a check was written and by whom come from the stamp of its version. */
type Stamped = 'created' | 'created_by' | 'last_updated' | 'last_editor' | 'version'

/** The time of the statement; not finer than the API shows it, which asks for versions by it. */
const moment = (clock: Clock) =>
  sql<{ now: string }>`(select date_trunc('milliseconds', ${clock.inStatement()}) as now)`
const now = sql<string>`(select now from moment)`

/** Makes the check with its first version; its id. One statement, as checks are saved by the thousand. */
export async function insertCheck(
  transaction: Queryable,
  columns: Omit<Insertable<Database['quality_checks']>, Stamped>,
  { clock, editor, definition }: VersionStamp,
): Promise<number> {
  await trackFor(transaction, columns.container_id, [columns.rule_type])
  const { id } = await transaction
    .with('moment', () => moment(clock))
    .with('made', (database) =>
      database
        .insertInto('quality_checks')
        .values({ ...columns, created: now, created_by: editor, last_updated: now, last_editor: editor })
        .returning('id'),
    )
    .insertInto('quality_check_versions')
    .values(({ selectFrom }) => ({
      quality_check_id: selectFrom('made').select('id'),
      number: 1,
      valid_from: now,
      edited_by: editor,
      definition: JSON.stringify(definition),
    }))
    .returning('quality_check_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes from these checks what they test, as the same transaction gives them something else: one may get what another one had. */
export async function giveUpTests(transaction: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with held as (select id from quality_checks where id = any(${ids}::bigint[]) order by id for no key update)
    update quality_checks set definition_key = 'given up by ' || quality_checks.id
    from held where quality_checks.id = held.id`.execute(transaction)
}

/**
 * Sets these columns of the check, which stays locked until the transaction ends, and makes its next version; the other columns
 * stay. False when its version is another one by now, or the check is gone.
 */
export async function changeCheck(
  transaction: Queryable,
  { id, version }: { id: number; version: number },
  columns: Omit<Updateable<Database['quality_checks']>, Stamped>,
  { clock, editor, definition }: VersionStamp,
): Promise<boolean> {
  const written = await transaction
    .with('moment', () => moment(clock))
    .with('changed', (database) =>
      database
        .updateTable('quality_checks')
        .set({ ...columns, version: version + 1, last_updated: now, last_editor: editor })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id'),
    )
    .with('closed', (database) =>
      database
        .updateTable('quality_check_versions')
        .set({ valid_to: now })
        .where('quality_check_id', 'in', (eb) => eb.selectFrom('changed').select('id'))
        .where('valid_to', 'is', null)
        .returning('id'),
    )
    .insertInto('quality_check_versions')
    .columns(['quality_check_id', 'number', 'valid_from', 'edited_by', 'definition'])
    .expression((eb) =>
      eb
        .selectFrom('changed')
        .select([
          'changed.id',
          sql<number>`${version + 1}::integer`.as('number'),
          now.as('valid_from'),
          sql<string>`${editor}::text`.as('edited_by'),
          sql<string>`${JSON.stringify(definition)}::jsonb`.as('definition'),
        ]),
    )
    .returning('quality_check_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Goes with its versions; see `deleteAnomaliesOf` for what it found. */
export async function deleteCheck(transaction: Queryable, id: number): Promise<void> {
  await transaction.deleteFrom('quality_checks').where('id', '=', id).execute()
}

/** What a list of checks is narrowed to: all members must match, and of the values in one list any. */
export interface CheckFilter extends JudgedDays {
  datastore?: number[] | undefined
  container?: number[] | undefined
  /** Any of these; none where there is none. */
  status: readonly CheckStatus[]
  /** With `only`, all of `status` are of archived checks. */
  archived?: 'only' | 'include' | undefined
  rule_type?: string[] | undefined
  tag?: string[] | undefined
  inferred?: boolean | undefined
  owner_id?: number | undefined
  last_verdict?: LastVerdict[] | undefined
  last_result?: LastResult[] | undefined
  /** Names of fields, any of which the check judges. */
  field?: string[] | undefined
  has_open_anomalies?: boolean | undefined
  /** A part of the description in any letter case, or the id. */
  search?: string | undefined
}

/** By what a list of checks goes; the oldest first among equals, and where nothing is given. */
export interface CheckOrder {
  sort_created?: Direction | undefined
  sort_description?: Direction | undefined
  sort_last_asserted?: Direction | undefined
  sort_open_anomalies?: Direction | undefined
}
type Direction = 'asc' | 'desc'

/** One page, oldest first unless sorted otherwise, in the datastores of `visible`. */
export async function listChecks(
  database: Queryable,
  visible: IdQuery,
  filter: CheckFilter & CheckOrder & PageRequest,
) {
  const { sort_created, sort_description, sort_last_asserted, sort_open_anomalies } = filter
  let query = matchingChecks(database, visible, filter)
  if (sort_open_anomalies) query = query.orderBy(openAnomaliesOfCheck, sort_open_anomalies)
  if (sort_last_asserted)
    query = query.orderBy('quality_checks.last_asserted', (order) => order[sort_last_asserted]().nullsLast())
  if (sort_description) query = query.orderBy('quality_checks.description', sort_description)
  if (sort_created) query = query.orderBy('quality_checks.created', sort_created)
  return fetchPage(query.orderBy('quality_checks.id', sort_created ?? 'asc'), filter)
}

/** The checks of a container with these statuses whose ids are above `after`, oldest first; at most `limit`. */
export async function checksAfter(
  database: Queryable,
  containerId: number,
  status: readonly CheckStatus[],
  { after, limit }: { after: number; limit: number },
): Promise<CheckRow[]> {
  return rowsWithDatastore(database)
    .where('quality_checks.container_id', '=', containerId)
    .where('quality_checks.status', 'in', status)
    .where('quality_checks.id', '>', after)
    .orderBy('quality_checks.id')
    .limit(limit)
    .execute()
}

const checkFacets: Record<CheckFacet, Facet<CheckFilter>> = {
  status: {
    instead: ({ archived }) => ({ status: archived === 'only' ? archivedCheckStatuses : checkStatuses }),
    value: sql`matched.status`,
  },
  rule_type: { value: sql`matched.rule_type` },
  last_result: {
    value: lastResultOfCheck,
    joined: sql`join quality_checks on quality_checks.id = matched.id`,
  },
  datastore: {
    value: sql`matched.datastore_id`,
    label: nameOfDatastore,
  },
  container: {
    value: sql`matched.container_id`,
    ...ofContainer,
  },
  field: {
    value: sql`judged.field`,
    joined: sql`cross join lateral unnest(matched.fields) as judged(field)`,
  },
  tag: tagFacet('quality_check_id'),
  inferred: { value: sql`matched.inferred` },
}

/** How many of the checks that match there are by each of these. */
export function countChecks(
  database: Queryable,
  visible: IdQuery,
  filter: CheckFilter,
  names: readonly CheckFacet[],
): Promise<Facets> {
  return countFacets(database, checkFacets, names, {
    filter,
    matching: (wanted) => matchingChecks(database, visible, wanted),
  })
}

/** All of them, oldest first. */
export async function listAllChecks(database: Queryable, visible: IdQuery, filter: CheckFilter) {
  return matchingChecks(database, visible, filter).orderBy('quality_checks.id').execute()
}

/** How the Active checks of these datastores (null: of all in `visible`) stand: how many in each way, stale ones among the others. */
export async function countStandings(
  database: Queryable,
  visible: IdQuery,
  datastore: number[] | null,
): Promise<{ last_result: LastResult; count: number }[]> {
  const checks = () =>
    matchingChecks(database, visible, { status: ['Active'], ...(datastore && { datastore }) }).clearSelect()
  const counted = await checks()
    .select(({ fn }) => [lastResultOfCheck.as('last_result'), fn.countAll<number>().as('count')])
    .groupBy(sql`1`)
    .execute()
  const { stale } = await checks()
    .where(isStale)
    .select(({ fn }) => fn.countAll<number>().as('stale'))
    .executeTakeFirstOrThrow()
  const counts = new Map<string, number>([
    ...counted.map(({ last_result, count }) => [last_result, count] as const),
    ['stale', stale],
  ])
  return lastResults.map((last_result) => ({ last_result, count: counts.get(last_result) ?? 0 }))
}

function matchingChecks(database: Queryable, visible: IdQuery, filter: CheckFilter) {
  const { datastore, container, status, rule_type, tag, inferred, owner_id, last_verdict, search } = filter
  const { last_result, field, has_open_anomalies } = filter
  let query = rowsWithDatastore(database)
    .where('containers.datastore_id', 'in', visible)
    .where(sql<boolean>`quality_checks.status = any(${status}::text[])`)
  if (datastore) query = query.where('containers.datastore_id', 'in', datastore)
  if (container) query = query.where('quality_checks.container_id', 'in', container)
  if (rule_type) query = query.where('quality_checks.rule_type', 'in', rule_type)
  if (inferred !== undefined) query = query.where('inferred', '=', inferred)
  if (owner_id !== undefined) query = query.where('owner_id', '=', owner_id)
  if (last_verdict) {
    const passing = last_verdict.map((verdict) => (verdict === 'none' ? null : verdict === 'passed'))
    query = query.where((eb) =>
      eb.or(passing.map((is) => (is === null ? eb('is_passing', 'is', null) : eb('is_passing', '=', is)))),
    )
  }
  if (last_result) query = query.where(standsAs(last_result, filter))
  else if (filter.judged_from || filter.judged_until) query = query.where(wasJudged(filter))
  if (field) query = query.where(sql<boolean>`quality_checks.fields && ${field}::text[]`)
  if (has_open_anomalies !== undefined)
    query = query.where(sql<boolean>`(${openAnomaliesOfCheck} > 0) = ${has_open_anomalies}`)
  if (tag) query = query.where('quality_checks.id', 'in', taggedWith(database, 'quality_check_id', tag))
  if (search !== undefined) {
    const id = asId(search)
    query = query.where((eb) =>
      eb.or([
        eb('quality_checks.description', 'ilike', containing(search)),
        ...(id === null ? [] : [eb('quality_checks.id', '=', id)]),
      ]),
    )
  }
  return query
}

/**
 * Deletes the anomalies that only this check found, and takes the check off the others; returns how many were deleted.
 * They are locked in the order of their identities, as scans do, so that neither waits for the other for ever.
 */
export async function deleteAnomaliesOf(transaction: Queryable, checkId: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with found as materialized (
      select id from anomalies
      where id in (select anomaly_id from anomaly_failed_checks where quality_check_id = ${checkId})
        and not exists (select from anomaly_failed_checks as others
                        where others.anomaly_id = anomalies.id and others.quality_check_id <> ${checkId})
      order by identity, id
      for update
    ), deleted as (
      delete from anomalies using found where anomalies.id = found.id returning anomalies.id
    )
    select count(*) as deleted from deleted`.execute(transaction)
  await transaction.deleteFrom('anomaly_failed_checks').where('quality_check_id', '=', checkId).execute()
  return rows[0]?.deleted ?? 0
}
