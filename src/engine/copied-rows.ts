import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import type { Cell } from '../kernel/cell.ts'
import { hold, type Held } from '../kernel/held.ts'
import type { ContainerReference } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
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

/** The rows of these partitions, or of all, in batches of bounded size, in the order of the source. */
export async function* copiedRows(
  held: HeldSession,
  { container, fields, read, record_cap }: Copied,
  partitions: readonly string[] | 'all',
): AsyncGenerator<HeldCells> {
  const session = readable(held)
  const items = read.map((field) => ({ expression: column(field), alias: field.name }))
  const from = scannedRows(session, { container, increment: null, record_cap }, fields, partitions)
  // Rows count also where no value of them is read.
  const counted = items.length === 0 ? [{ expression: number(1), alias: 'assay_row' }] : items
  for await (const { rows } of session.stream(printSelect(select({ items: counted, from }), session.dialect)))
    yield hold(rows)
}
