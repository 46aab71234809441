import { RunFailure } from '../kernel/errors.ts'
import type { Partition, TableType } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Relation } from '../sql/ast.ts'
import type { Dialect } from '../sql/dialect.ts'
import { quoteIdentifier } from '../sql/print.ts'
import type { DiscoveredContainer } from './connector.ts'

/** A table or view is one partition, named after it; databases do not tell its size or age cheaply. */
export function wholeTable(name: string): Partition {
  return { name, size_bytes: null, last_modified: null }
}

/** A listed table with its fields, or with the reason why they cannot be read. */
export function discoveredTable(
  name: string,
  table_type: TableType,
  found: DiscoveredField[] | { unloadable: string },
): DiscoveredContainer {
  const [fields, unloadable] = Array.isArray(found) ? [found, null] : [[], found.unloadable]
  return { name, container_type: 'table', table_type, unloadable, fields, partitions: [wholeTable(name)] }
}

/**
 * Exactly the fields of a table; no rows when its one partition is not among `partitions`. `shown` rewrites a quoted name
 * whose values the source would not send whole (default: as it is).
 */
export function tableRelation(
  path: readonly string[],
  fields: readonly DiscoveredField[],
  partitions: readonly string[] | 'all',
  dialect: Dialect,
  shown: (quoted: string, field: DiscoveredField) => string = (quoted) => quoted,
): Relation {
  const isWanted = partitions === 'all' || partitions.includes(path.at(-1) ?? '')
  const names = fields.map((field) => shown(quoteIdentifier(field.name, dialect), field)).join(', ')
  const table = path.map((part) => quoteIdentifier(part, dialect)).join('.')
  return {
    kind: 'store',
    sql: `(select ${names} from ${table}${isWanted ? '' : ' where 1 = 0'}) as rows_of`,
  }
}

/** What a describe answers for a table that the source does not have. */
export function tableGone(name: string): RunFailure {
  return new RunFailure(`The table "${name}" is not found in the source any more.`)
}
