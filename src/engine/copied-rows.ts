import type { HeldSession, Rows } from '../connectors/connector.ts'
import type { ReadableFiles } from '../connectors/writer.ts'
import { readable } from '../connectors/readable.ts'
import type { Cell } from '../kernel/cell.ts'
import { hold, type Held } from '../kernel/held.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression } from '../sql/ast.ts'
import { column, number, select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { scannedRows } from './relation.ts'

/** Rows on their way out of the engine, each with a cell for every field that was read. */
export type HeldCells = Held<readonly (readonly Cell[])[]>

/** What is copied of a container. */
export interface Copied {
  container: ContainerReference
  /** The fields that it has. */
  fields: readonly DiscoveredField[]
  /** Those of which values are read, in the order of the cells; of no other is any value read. */
  read: readonly DiscoveredField[]
  /** Most rows of a partition, as the source gives them; null for all. */
  record_cap: number | null
}

/** A value of a copied row: a field, or a text that stands in every row. */
export type CopiedValue = { field: DiscoveredField } | { text: string }

/** Names of the partitions of which rows are copied, or all of them. */
export type CopiedPart = readonly string[] | 'all'

/**
 * The rows of these partitions as lines of CSV with their line ends, many in a text, which the engine of the source writes; null where it does not say every value
 * exactly. A text is in quotes, and NULL is nothing between two commas.
 */
export function copiedLines(
  held: HeldSession,
  { container, fields }: Copied,
  part: CopiedPart,
  values: readonly CopiedValue[],
): AsyncGenerator<Held<string>> | null {
  const session = readable(held)
  const exact = session.dialect.csv?.exact
  if (!exact || !values.every((value) => 'text' in value || exact.test(value.field.native_type))) return null
  const line: Expression = {
    kind: 'csv_line',
    values: values.map((value) => ('text' in value ? value : column(value.field))),
  }
  const from = scannedRows(session, { container, increment: null, record_cap: null }, fields, part)
  const statement = printSelect(
    select({ items: [{ expression: line, alias: 'line' }], from }),
    session.dialect,
  )
  return textsOf(session.stream({ ...statement, joins_lines: true }))
}

async function* textsOf(batches: AsyncIterable<Rows>): AsyncGenerator<Held<string>> {
  for await (const { rows } of batches)
    if (rows.length > 0) yield hold(`${rows.map(([lines]) => String(lines)).join('\n')}\n`)
}

/** The rows of these partitions (default: all) as a query of DuckDB over files, for another process; null where they are no such rows. */
export function copiedFiles(
  held: HeldSession,
  { container, fields, read }: Copied,
  part: CopiedPart = 'all',
): { sql: string; files: ReadableFiles } | null {
  const session = readable(held)
  // What people wrote runs where nothing can be written.
  const isPlain = !container.computation && (container.computed_fields ?? []).length === 0
  const exact = session.dialect.csv?.exact
  const isExact = read.length > 0 && read.every(({ native_type }) => exact?.test(native_type))
  const files = isPlain && isExact ? (session.filesBehind?.(container) ?? null) : null
  if (files === null) return null
  const items = read.map((field) => ({ expression: column(field), alias: field.name }))
  const from = scannedRows(session, { container, increment: null, record_cap: null }, fields, part)
  const { sql, parameters } = printSelect(select({ items, from }), session.dialect)
  return parameters.length > 0 ? null : { sql, files: { ...files, columns: read.length } }
}

/** The rows of these partitions, or of all, in batches of bounded size, in the order of the source. */
export async function* copiedRows(
  held: HeldSession,
  { container, fields, read, record_cap }: Copied,
  part: CopiedPart,
): AsyncGenerator<HeldCells> {
  const session = readable(held)
  const items = read.map((field) => ({ expression: column(field), alias: field.name }))
  const from = scannedRows(session, { container, increment: null, record_cap }, fields, part)
  // Rows count also where no value of them is read.
  const counted = items.length === 0 ? [{ expression: number(1), alias: 'assay_row' }] : items
  for await (const { rows } of session.stream(printSelect(select({ items: counted, from }), session.dialect)))
    yield hold(rows)
}
