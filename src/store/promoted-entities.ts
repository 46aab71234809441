import { sql } from 'kysely'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { MemberChange, PromotedEntity, PromoteResult } from '../model/promotion.ts'
import { containing, fetchPage } from './paging.ts'
import type { Queryable } from './pool.ts'
import { behindLineOf } from './queue/line.ts'

/** The checks of a container that a promotion is to take; null selects all, and an empty list none. */
interface CheckSelection {
  container_id: number
  destination_container_id: number
  check_ids: readonly number[] | null
  check_tags: readonly string[] | null
}

/**
 * Writes the selected checks that are Active or Draft as the entities of a run, once, and returns their number. Those that were
 * promoted there before come first: what stands for them may be taken for no other check.
 */
export async function planChecks(
  transaction: Queryable,
  operationId: number,
  { container_id, destination_container_id, check_ids, check_tags }: CheckSelection,
): Promise<number> {
  const { rows } = await sql`
    insert into promoted_entities (operation_id, line, entity_type, source_entity_id)
    select ${operationId}, row_number() over (order by earlier.destination_check_id is null, quality_checks.id), 'quality_check',
      quality_checks.id
    from quality_checks
    left join promoted_checks as earlier
      on earlier.source_check_id = quality_checks.id and earlier.destination_container_id = ${destination_container_id}
    where container_id = ${container_id} and status in ('Active', 'Draft')
      and (${check_ids === null} or quality_checks.id = any(${check_ids ?? []}::bigint[]))
      and (${check_tags === null} or exists (
        select from tag_links join global_tags on global_tags.id = tag_links.tag_id
        where tag_links.quality_check_id = quality_checks.id and global_tags.name = any(${check_tags ?? []}::text[])))
    on conflict (operation_id, line) do nothing
    returning id`.execute(transaction)
  return rows.length
}

/** An entity whose turn has not come. */
export interface PendingEntity {
  id: number
  source_entity_id: number
}

/** The next entities of a run in their order, at most so many (null: all). */
export function nextEntities(
  database: Queryable,
  operationId: number,
  limit: number | null,
): Promise<PendingEntity[]> {
  const pending = database
    .selectFrom('promoted_entities')
    .select(['id', 'source_entity_id'])
    .where('operation_id', '=', operationId)
    .where('result', 'is', null)
    .orderBy('line')
  return (limit === null ? pending : pending.limit(limit)).execute()
}

/** What became of an entity. */
export interface EntityOutcome {
  result: PromoteResult
  /** Null: nothing stands for it at the destination. */
  destination_entity_id: number | null
  /** A sentence for people; null: there is nothing to say. */
  message: string | null
  /** Of an update, else null. */
  changes: readonly MemberChange[] | null
}

/** Writes what became of entities whose turn it was, by their ids. */
export async function saveOutcomes(
  transaction: Queryable,
  outcomes: readonly (EntityOutcome & { id: number })[],
): Promise<void> {
  await sql`
    update promoted_entities
    set result = given.result, destination_entity_id = given.destination_entity_id, message = given.message, changes = given.changes
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as given (id bigint, result text, destination_entity_id bigint, message text, changes jsonb)
    where promoted_entities.id = given.id`.execute(transaction)
}

/** The numbers of a run's entities by what became of them; `pending` are those whose turn has not come. */
export async function countOutcomes(
  database: Queryable,
  operationId: number,
): Promise<Record<PromoteResult | 'pending', number>> {
  const rows = await database
    .selectFrom('promoted_entities')
    .select('result')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operation_id', '=', operationId)
    .groupBy('result')
    .execute()
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0, pending: 0 }
  for (const { result, count } of rows) counts[result ?? 'pending'] = Number(count)
  return counts
}

/** Puts the entities that failed back in line; their number. */
export async function forgetFailures(transaction: Queryable, operationId: number): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('promoted_entities')
    .set({ result: null, destination_entity_id: null, message: null, changes: null })
    .where('operation_id', '=', operationId)
    .where('result', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Puts one unit of this kind in line, in the place of all that were given up or cancelled. */
export async function replaceUnits(transaction: Queryable, operationId: number, kind: string): Promise<void> {
  await transaction
    .updateTable('units')
    .set({ state: 'done' })
    .where('operation_id', '=', operationId)
    .where('kind', '=', kind)
    .where('state', 'in', ['failed', 'cancelled'])
    .execute()
  await sql`
    insert into units (operation_id, kind, subject, needs_source, line_of, line)
    select operation_id, kind, subject, needs_source, line_of, ${behindLineOf(sql`first.line_of`)} + 1
    from units as first
    where operation_id = ${operationId} and kind = ${kind} order by id limit 1`.execute(transaction)
}

/** Why the run could not be planned; null when it was. */
export async function failureOfPlan(transaction: Queryable, operationId: number): Promise<string | null> {
  const given = await transaction
    .selectFrom('units')
    .select('message')
    .where('operation_id', '=', operationId)
    .where('kind', '=', 'plan')
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return given?.message ?? null
}

const shownEntities = (database: Queryable, operationId: number) =>
  database
    .selectFrom('promoted_entities')
    .select(['source_entity_id', 'entity_type', 'destination_entity_id', 'message'])
    .select((eb) => [
      eb.ref('promoted_entities.result').$notNull().as('result'),
      sql<PromotedEntity['changes']>`coalesce(changes, '[]')`.as('changes'),
      entityStub('source_entity_id').as('source_entity'),
      entityStub('destination_entity_id').as('destination_entity'),
    ])
    .where('operation_id', '=', operationId)
    .where('promoted_entities.result', 'is not', null)
    .orderBy('line')

/** What an entity is now; null when it is gone. */
const entityStub = (id: 'source_entity_id' | 'destination_entity_id') => sql<PromotedEntity['source_entity']>`
  case entity_type
    when 'quality_check' then (
      select jsonb_build_object('id', id, 'description', description, 'rule_type', rule_type, 'status', status)
      from quality_checks where id = ${sql.ref(id)})
    when 'computed_field' then (
      select jsonb_build_object('id', id, 'name', name, 'transformation', transformation) from computed_fields where id = ${sql.ref(id)})
    else (
      select jsonb_build_object('id', id, 'name', name, 'container_type', container_type, 'table_type', table_type)
      from containers where id = ${sql.ref(id)})
  end`

/** True for an entity of which a text has the part, at either end: the description or the rule type of a check, else the name. */
const entityHas = (part: string) => sql<boolean>`
  case entity_type
    when 'quality_check' then exists (
      select from quality_checks
      where id in (source_entity_id, destination_entity_id) and (description ilike ${part} or rule_type ilike ${part}))
    when 'computed_field' then exists (
      select from computed_fields where id in (source_entity_id, destination_entity_id) and name ilike ${part})
    else exists (select from containers where id in (source_entity_id, destination_entity_id) and name ilike ${part})
  end`

/** What became of every entity whose turn has come, in the order in which they were taken. */
export function listOutcomes(database: Queryable, operationId: number): Promise<PromotedEntity[]> {
  return shownEntities(database, operationId).execute()
}

/** The filters of the lists of results. */
export interface EntityFilter extends PageRequest {
  /** A part of the description of a check or of its rule type, or of the name of another thing, in any letter case. */
  search?: string | undefined
  promote_result?: PromoteResult[] | undefined
}

/** The same page by page. */
export function pageOfOutcomes(
  database: Queryable,
  operationId: number,
  { search, promote_result, ...request }: EntityFilter,
): Promise<Page<PromotedEntity>> {
  let query = shownEntities(database, operationId)
  if (promote_result) query = query.where('promoted_entities.result', 'in', promote_result)
  if (search !== undefined) query = query.where(entityHas(containing(search)))
  return fetchPage(query, request)
}
