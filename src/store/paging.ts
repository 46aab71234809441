import {
  sql,
  type AliasableExpression,
  type Expression,
  type SelectQueryBuilder,
  type SelectQueryNode,
  type SqlBool,
} from 'kysely'
import { toPage, type Page, type PageRequest } from '../kernel/page.ts'
import type { Queryable } from './pool.ts'

/** What a row of a page carries beside its own columns: how many rows all pages have. */
const totalColumn = 'total_of_all_pages'

/**
 * One page of an ordered query, with the number of all its rows: one statement, since what a short one costs is mostly the way to the
 * database, and the number is planned by itself. Beyond the last page there is no row that brings the number, and it is asked for.
 */
export async function fetchPage<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { page, size }: PageRequest,
): Promise<Page<Row>> {
  const counting = query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
  const found = await query
    .select(sql<number>`${counting}`.as(totalColumn))
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  // Over unknown tables the query builder cannot tell a selection from a write; these are selections.
  const rows = found as (Row & { [totalColumn]: number })[]
  const [first] = rows
  if (first === undefined && page > 1) {
    const counted = (await counting.executeTakeFirstOrThrow()) as { total: number }
    return toPage([], counted.total, { page, size })
  }
  const items = rows.map(({ [totalColumn]: _total, ...row }) => row as Row)
  return toPage(items, first?.[totalColumn] ?? 0, { page, size })
}

/**
 * The number of all rows (`counted` selects it) and the ids of a page (`page` selects them in order, between parentheses), in one
 * statement as above; each is planned by itself.
 */
export async function totalAndIds(
  database: Queryable,
  counted: Expression<unknown>,
  page: Expression<unknown>,
): Promise<{ total: number; ids: number[] }> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    select ${counted} as total, to_jsonb(array${page}) as ids`.execute(database)
  return rows[0] ?? { total: 0, ids: [] }
}

/** The rows in the order of the ids; an id without a row, because it was deleted meanwhile, is left out. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** True when the column is one of these numbers, of which there may be none. */
export function isAmong(column: string, ids: readonly number[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
}

/** A LIKE pattern for "contains this text": the text's own wildcards are taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The id that a searched text may be; null when it is none. */
export function asId(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : null
}

/** A query for ids that stands inside another one, as access/visible.ts makes them. */
export interface IdQuery extends AliasableExpression<{ id: number }> {
  readonly isSelectQueryBuilder: true
  toOperationNode(): SelectQueryNode
}

/** The ids that such a query gives, each once, in no order. */
export async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return [...new Set((await query.execute()).map(({ id }) => id))]
}

/** A page of what is called exactly so; where nothing is, of what is called so but for the letter case. Without a name: of all. */
export async function fetchNamed<Row>(
  name: string | undefined,
  fetch: (matches: (column: string) => Expression<SqlBool>) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  if (name === undefined) return fetch(() => sql<SqlBool>`true`)
  const exact = await fetch((column) => sql<SqlBool>`${sql.ref(column)} = ${name}`)
  if (exact.total > 0) return exact
  return fetch((column) => sql<SqlBool>`lower(${sql.ref(column)}) = lower(${name})`)
}
