import type { Cell } from '../../kernel/cell.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { Partition, TableType } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { SourceKey } from '../../model/identity.ts'
import type { Relation } from '../../sql/ast.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { output, select } from '../../sql/build.ts'
import { printSelect, type Statement } from '../../sql/print.ts'
import { quoteIdentifier, quotePath } from '../../sql/quoting.ts'
import { namedRelation, relationName } from '../../sql/relation-names.ts'
import { StatementRefused, type DiscoveredContainer, type FieldGuarantee } from '../connector.ts'
import { sourceWords } from '../readable.ts'

/** A table or view is one partition, named after it; databases do not tell its size or age cheaply. */
export function wholeTable(name: string): Partition {
  return { name, size_bytes: null, last_modified: null }
}

/** A listed table with its fields, or with the reason why they cannot be read; `keys` are its unique keys (default: none). */
export function discoveredTable(
  name: string,
  table_type: TableType,
  found: DiscoveredField[] | { unloadable: string },
  keys: readonly UniqueKey[] = [],
): DiscoveredContainer {
  const [fields, unloadable] = Array.isArray(found) ? [found, null] : [[], found.unloadable]
  const key = keyAmong(keys, fields)
  return {
    name,
    container_type: 'table',
    table_type,
    unloadable,
    fields,
    partitions: [wholeTable(name)],
    key,
  }
}

/** A primary key or a unique index over columns alone, as the catalogue of a database lists it. */
export interface UniqueKey {
  name: string
  is_primary: boolean
  fields: string[]
}

/**
 * The key that tells rows apart: the primary key, else the unique one of the fewest fields, the first by name. A unique one
 * with a field that may be NULL does not tell those rows apart, and one with a field that cannot be read is of no use.
 */
function keyAmong(keys: readonly UniqueKey[], fields: readonly DiscoveredField[]): SourceKey | null {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const [best] = keys
    .filter(({ is_primary, fields: named }) => {
      const found = named.map((name) => byName.get(name))
      return found.length > 0 && found.every((field) => field && (is_primary || !field.nullable))
    })
    .sort(
      (one, other) =>
        Number(other.is_primary) - Number(one.is_primary) ||
        one.fields.length - other.fields.length ||
        (one.name < other.name ? -1 : 1),
    )
  return best ? { fields: best.fields, origin: best.is_primary ? 'primary_key' : 'unique_key' } : null
}

/** What a database guarantees of its NOT NULL columns, by their names; what it says of them otherwise is not known. */
export function presentFields(names: Iterable<string>): Map<string, FieldGuarantee> {
  return new Map(
    [...names].map((name) => [name, { is_present: true, bounds: null, by: enforcedOn(name, ['NOT NULL']) }]),
  )
}

/** The words by which a proof names the constraints of a field. */
export const enforcedOn = (name: string, constraints: readonly string[]): string =>
  `what the database enforces on \`${name}\` (${constraints.join(', ')})`

/** The words by which a proof names a key. */
export const wordsOfKey = ({ name, is_primary }: UniqueKey): string =>
  is_primary ? 'the primary key of the table' : `the unique key "${name}" of the table`

/**
 * Tables by their names from rows of a catalogue that begin with the name of one, in their order. `begin` makes one of its first row, and `add`
 * adds what each of its rows says (default: nothing).
 */
export function tablesByName<Table>(
  rows: readonly (readonly Cell[])[],
  begin: (name: string, row: readonly Cell[]) => Table,
  add: (table: Table, row: readonly Cell[]) => void = () => undefined,
): Map<string, Table> {
  const tables = new Map<string, Table>()
  for (const row of rows) {
    const name = String(row[0])
    const table = tables.get(name) ?? begin(name, row)
    tables.set(name, table)
    add(table, row)
  }
  return tables
}

/** Unique keys by their tables, from rows of table, key, whether it is primary, column; the columns in the key's order. */
export function uniqueKeys(rows: readonly (readonly Cell[])[]): Map<string, UniqueKey[]> {
  return tablesByName<UniqueKey[]>(
    rows,
    () => [],
    (keys, [, name, isPrimary, column]) => {
      let key = keys.find((known) => known.name === String(name))
      if (!key) keys.push((key = { name: String(name), is_primary: isPrimary === true, fields: [] }))
      key.fields.push(String(column))
    },
  )
}

/**
 * Exactly the fields of a table; no rows when its one partition is not among `partitions`. `shown` rewrites a quoted name
 * whose values the source would not send whole (default: as it is); `at` stands behind the table and says of which time its rows are.
 */
export function tableRelation(
  path: readonly string[],
  fields: readonly DiscoveredField[],
  partitions: readonly string[] | 'all',
  dialect: Dialect,
  shown: (quoted: string, field: DiscoveredField) => string = (quoted) => quoted,
  at = '',
): Extract<Relation, { kind: 'store' }> {
  const isWanted = partitions === 'all' || partitions.includes(path.at(-1) ?? '')
  const names = fields.map((field) => shown(quoteIdentifier(field.name, dialect), field)).join(', ')
  return {
    kind: 'store',
    sql: namedRelation(
      `select ${names} from ${quotePath(path, dialect)}${at}${isWanted ? '' : ' where 1 = 0'}`,
      relationName,
      dialect,
    ),
  }
}

/**
 * Why a table or view cannot be read, as a sentence; null: it can. Only asking for all of its fields tells which of them an account may read,
 * and whether the tables behind a view are there. `at` stands behind the table and says of which time its rows are.
 */
export async function reasonAgainst(
  path: readonly string[],
  fields: readonly DiscoveredField[],
  dialect: Dialect,
  ask: (statement: Statement) => Promise<unknown>,
  at = '',
): Promise<string | null> {
  const sql = `${quotePath(path, dialect)}${at}`
  const items = fields.map(({ name }) => ({ expression: output(name), alias: name }))
  try {
    await ask(
      printSelect(
        select({ items: items.length === 0 ? 'all' : items, from: { kind: 'store', sql }, limit: 0 }),
        dialect,
      ),
    )
    return null
  } catch (error) {
    if (error instanceof StatementRefused) return `${sourceWords(error)}.`
    throw error
  }
}

/** The answer of a describe for a table that the source does not have. */
export function tableGone(name: string): RunFailure {
  return new RunFailure(`The table "${name}" is not found in the source any more.`)
}

/** Why a table of which the account may read no field is listed without any, as a sentence. */
export const fieldless = (name: string): string =>
  `"${name}" has no field that this account may read; grant it SELECT in the database.`
