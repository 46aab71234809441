import type { PageRequest } from '../kernel/page.ts'
import { asId, containing, fetchPage } from './paging.ts'
import { sql } from 'kysely'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'

const rows = (database: Queryable) =>
  database
    .selectFrom('check_templates')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('quality_checks')
        .select(({ fn }) => fn.countAll<number>().as('checks'))
        .whereRef('quality_checks.template_id', '=', 'check_templates.id')
        .as('template_checks_count'),
    )

/** A template as it is stored, with how many checks were made from it. */
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

/** Undefined when there is no such template. */
export async function findTemplate(database: Queryable, id: number) {
  return rows(database).where('id', '=', id).executeTakeFirst()
}

/** Its version, with the template locked until the transaction ends; undefined when it is gone. */
export async function lockTemplate(transaction: Queryable, id: number): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('check_templates')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version
}

/** Which templates a list has; all of them where nothing is said. */
export interface TemplateFilter {
  rule_type?: string[] | undefined
  template_locked?: boolean | undefined
  tag?: string[] | undefined
  /** A part of the description in any letter case, or the id. */
  search?: string | undefined
}

/** One page, oldest first. */
export async function listTemplates(database: Queryable, filter: TemplateFilter & PageRequest) {
  const { rule_type, template_locked, tag, search } = filter
  let query = rows(database).orderBy('id')
  if (rule_type) query = query.where('rule_type', 'in', rule_type)
  if (template_locked !== undefined) query = query.where('template_locked', '=', template_locked)
  if (tag) query = query.where(sql<boolean>`tags && ${tag}::text[]`)
  if (search !== undefined) {
    const id = asId(search)
    query = query.where((eb) =>
      eb.or([eb('description', 'ilike', containing(search)), ...(id === null ? [] : [eb('id', '=', id)])]),
    )
  }
  return fetchPage(query, filter)
}

/** The content of a template as it is stored; texts of JSON where it holds objects. */
interface TemplateColumns {
  rule_type: string
  description: string
  filter: string | null
  coverage: number
  properties: string
  anomaly_message_field: string | null
  additional_metadata: string | null
  tags: string[]
  template_locked: boolean
}

/** Makes a template; its id. */
export async function insertTemplate(
  transaction: Queryable,
  columns: TemplateColumns,
  made: { now: string; user_name: string },
): Promise<number> {
  const { now, user_name } = made
  const { id } = await transaction
    .insertInto('check_templates')
    .values({ ...columns, created: now, created_by: user_name, last_updated: now, last_editor: user_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces its content, as the next version. */
export async function replaceTemplate(
  transaction: Queryable,
  id: number,
  version: number,
  columns: TemplateColumns,
  made: { now: string; user_name: string },
): Promise<void> {
  await transaction
    .updateTable('check_templates')
    .set({ ...columns, version, last_updated: made.now, last_editor: made.user_name })
    .where('id', '=', id)
    .execute()
}

/** False when there was none. Its checks stay, and come from no template any more. */
export function deleteTemplate(transaction: Queryable, id: number): Promise<boolean> {
  return deleteRow(transaction, 'check_templates', id)
}

/** A check of a template: where it is, and which permutation of the filter it stands for. */
export interface TemplateCheck {
  id: number
  container_id: number
  fields: string[]
  template_values: string[] | null
}

/** The checks of a template that are not archived, oldest first. */
export async function checksOfTemplate(database: Queryable, id: number): Promise<TemplateCheck[]> {
  return database
    .selectFrom('quality_checks')
    .select(['id', 'container_id', 'fields', 'template_values'])
    .where('template_id', '=', id)
    .where('status', 'in', ['Active', 'Draft'])
    .orderBy('id')
    .execute()
}
