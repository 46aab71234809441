import type { Session } from '../connectors/connector.ts'
import type { Computation, ComputedSource, ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Relation, WrittenQuery } from '../sql/ast.ts'
import { boolean, select, subquery } from '../sql/build.ts'
import { expressionOf } from './computed-fields.ts'
import { joinedRows } from './joined-rows.ts'
import { newRows, oldestFirst, type Increment } from './increment.ts'
import { rowsInRange, type PartitionRange } from './range.ts'

/** All rows of a container, whatever part of them is scanned; `fields` are those that it has. */
export function allRows(
  session: Session,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
): Relation {
  return rowsOf(session, container, fields, 'all')
}

/** The rows of a container that are read. */
export interface Reading {
  container: ContainerReference
  /** Null: those of earlier scans too. */
  increment: Increment | null
  /** Most rows, as the source gives them, or the oldest of an increment; null for all. */
  record_cap: number | null
}

/** The rows that a scan reads of a container: of all its partitions (default), of those that are named, or of one range of it. */
export function scannedRows(
  session: Session,
  { container, increment, record_cap }: Reading,
  fields: readonly DiscoveredField[],
  part: readonly string[] | 'all' | PartitionRange = 'all',
): Relation {
  const partition =
    part === 'all' || isNames(part)
      ? rowsOf(session, container, fields, part)
      : rowsInRange(rowsOf(session, container, fields, 'all'), part, fields)
  const rows = newRows(partition, increment, fields)
  if (record_cap === null) return rows
  const order = increment && { order_by: oldestFirst(increment, fields) }
  return subquery(select({ items: 'all', from: rows, ...order, limit: record_cap }))
}

/** Tells the source that several statements will read these rows; a cap on them would make it read far more than they do. */
export function keepRows(
  session: Session,
  relation: Relation,
  { record_cap }: Pick<Reading, 'record_cap'>,
): void {
  if (record_cap !== null) return
  if (relation.kind === 'select') keepRows(session, relation.query.from, { record_cap })
  else if (relation.kind === 'join') {
    for (const side of [relation.left, relation.right]) keepRows(session, side.from, { record_cap })
  } else if (relation.kind === 'written') {
    if ('from' in relation.query) keepRows(session, relation.query.from, { record_cap })
  } else session.keep?.(relation)
}

/** The query that a computed container is made of, over the rows of the containers that it reads. */
export function queryOf(session: Session, computation: Computation): WrittenQuery {
  if (computation.kind === 'computed_table') return { text: computation.query }
  const { select_clause, where_clause, group_by_clause } = computation
  const sourceRows = (source: ComputedSource) => rowsOf(session, source, source.fields, 'all')
  const from =
    computation.kind === 'computed_join'
      ? joinedRows(session, computation, sourceRows)
      : sourceRows(computation.source)
  return { select: select_clause, from, where: where_clause, group_by: group_by_clause }
}

/** The one place where a container becomes a relation; its computed fields come after those that they are computed from. */
function rowsOf(
  session: Session,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
  partitions: readonly string[] | 'all',
): Relation {
  const all = container.computed_fields ?? []
  const wanted = all.filter(({ name }) => fields.some((field) => field.name === name))
  if (wanted.length === 0) return baseRows(session, container, fields, partitions)
  const base = withoutComputed(container, fields)
  const extra = wanted.map((one) => ({ expression: expressionOf(one, base), alias: one.name }))
  return subquery(select({ items: 'all', extra, from: baseRows(session, container, base, partitions) }))
}

/** The fields without those that are computed. */
export function withoutComputed<Named extends { name: string }>(
  { computed_fields = [] }: Pick<ContainerReference, 'computed_fields'>,
  fields: readonly Named[],
): Named[] {
  const computed = new Set(computed_fields.map(({ name }) => name))
  return fields.filter(({ name }) => !computed.has(name))
}

/** The fields without those that people left out. */
export function withoutExcluded<Named extends { name: string }>(
  { excluded_fields = [] }: Pick<ContainerReference, 'excluded_fields'>,
  fields: readonly Named[],
): Named[] {
  const excluded = new Set(excluded_fields)
  return fields.filter(({ name }) => !excluded.has(name))
}

/** The rows of a container without its computed fields. */
export function baseRows(
  session: Session,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
  partitions: readonly string[] | 'all',
): Relation {
  const { name, computation } = container
  if (!computation) return session.relation(container, fields, partitions)
  const columns = fields.map((field) => field.name)
  const rows: Relation = { kind: 'written', query: queryOf(session, computation), columns }
  // It is one partition, named after itself.
  return partitions === 'all' || partitions.includes(name)
    ? rows
    : subquery(select({ items: 'all', from: rows, where: boolean(false) }))
}

const isNames = (part: readonly string[] | PartitionRange): part is readonly string[] => Array.isArray(part)
