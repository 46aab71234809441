import type { Session } from '../connectors/connector.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Relation } from '../sql/ast.ts'
import { select, subquery } from '../sql/build.ts'
import { newRows, type Increment } from './increment.ts'
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
  /** Most rows, as the source gives them; null for all. */
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
  return record_cap === null ? rows : subquery(select({ items: 'all', from: rows, limit: record_cap }))
}

/** Tells the source that several statements will read these rows; a cap on them would make it read far more than they do. */
export function keepRows(
  session: Session,
  relation: Relation,
  { record_cap }: Pick<Reading, 'record_cap'>,
): void {
  if (record_cap !== null) return
  if (relation.kind === 'select') keepRows(session, relation.query.from, { record_cap })
  else session.keep?.(relation)
}

/** The one place where a container becomes a relation. */
function rowsOf(
  session: Session,
  container: ContainerReference,
  fields: readonly DiscoveredField[],
  partitions: readonly string[] | 'all',
): Relation {
  return session.relation(container, fields, partitions)
}

const isNames = (part: readonly string[] | PartitionRange): part is readonly string[] => Array.isArray(part)
