import type { HeldSession } from '../connectors/connector.ts'
import { readable } from '../connectors/readable.ts'
import {
  appendBy,
  type ReadableFiles,
  type Writer,
  type WrittenTable,
  type WrittenValue,
} from '../connectors/writer.ts'
import { ahead } from '../kernel/ahead.ts'
import { cellText, type Cell } from '../kernel/cell.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { ComputedSource } from '../model/container.ts'
import { column, select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { copiedFiles } from './copied-rows.ts'
import { allRows } from './relation.ts'
import { likelyDigits, StagedDigits } from './staged-digits.ts'
import { stagedType } from './staged-fields.ts'

/** Rows that are made visible at a time, so that few wait in memory. */
const rowsAtOnce = 50_000

/** The table that takes the rows of a container. */
export const stagedTable = (name: string, { fields }: ComputedSource): WrittenTable => ({
  name,
  columns: fields.map((field) => ({ name: field.name, type: stagedType(field) })),
})

/** Makes the table of a container without a row, for who looks at its columns. */
export async function stageNone(
  { fields }: ComputedSource,
  { writer, table }: { writer: Writer; table: WrittenTable },
): Promise<void> {
  const columns = table.columns.map((one, at) => {
    const field = fields[at]
    return field && one.type === 'number' ? { ...one, type: likelyDigits(field) } : one
  })
  await writer.begin({ ...table, columns }, null)
  await writer.commit()
}

/**
 * Copies rows of a container into a table that is not there yet, from one statement; at most `most`, null for all. `check` is asked again
 * and again whether more may be written, and throws if not.
 */
export async function stageRows(
  held: HeldSession,
  source: ComputedSource,
  {
    writer,
    table: declared,
    most,
    check,
  }: { writer: Writer; table: WrittenTable; most: number | null; check(): Promise<void> },
): Promise<void> {
  const session = readable(held)
  const items = source.fields.map((field) => ({ expression: column(field), alias: field.name }))
  const from = allRows(session, source, source.fields)
  const statement = printSelect(
    select({ items, from, ...(most !== null && { limit: most }) }),
    session.dialect,
  )
  const table = session.dialect.looseDecimals ? withoutDecimals(declared, source) : declared
  const isDecimal = table.columns.map(({ type }) => typeof type === 'object' || type === 'number')
  const digits = new StagedDigits(table, source)
  let waiting = 0
  await writer.begin(table, null)
  for await (const { rows } of ahead(session.stream(statement))) {
    const written = rows.map((row) => row.map((cell, at) => writtenValue(cell, isDecimal[at])))
    digits.meet(written)
    await writer.write(written)
    waiting += rows.length
    if (waiting < rowsAtOnce) continue
    waiting = 0
    await writer.commit()
    await check()
    await writer.begin(table, null)
  }
  await writer.commit()
  const fitted = digits.fitted(table)
  if (fitted === table) return
  // Gives the columns that were texts their types.
  await writer.begin(fitted, null)
  await writer.commit()
}

/**
 * Copies all rows as `stageRows` does, but by the writer, which reads the files of the container itself, many times faster. Null: it
 * cannot. The writer must have been opened for `files`.
 */
export function stagedFiles(
  held: HeldSession,
  source: ComputedSource,
): { files: ReadableFiles; stage(writer: Writer, table: WrittenTable): Promise<void> } | null {
  const { fields } = source
  const copied = copiedFiles(held, { container: source, fields, read: fields, record_cap: null })
  if (copied === null) return null
  const values = fields.map(({ name }) => ({ column: name }))
  return {
    files: copied.files,
    async stage(writer, table) {
      await appendBy(writer, table, null, async () => (await writer.take?.({ sql: copied.sql, values })) ?? 0)
    },
  }
}

/** Of a store whose decimals are floating numbers, whatever digits it declares. */
const withoutDecimals = (table: WrittenTable, { fields }: ComputedSource): WrittenTable => ({
  ...table,
  columns: table.columns.map((one, at) =>
    fields[at]?.type === 'Fractional' ? { ...one, type: 'float' } : one,
  ),
})

function writtenValue(cell: Cell, isDecimal = false): WrittenValue {
  if (cell === null || typeof cell === 'string' || typeof cell === 'boolean') return cell
  // No decimal is NaN.
  if (isDecimal && Number.isNaN(cell)) return null
  // As text, so that NaN and infinities pass, and every digit.
  return typeof cell === 'object' && (Array.isArray(cell) || Object.getPrototypeOf(cell) === Object.prototype)
    ? cellText(cell)
    : String(cell)
}

/** The refusal of a join whose rows need more scratch space than there may be. */
export const tooLargeToStage = (megabytes: number): RunFailure =>
  new RunFailure(
    `A join over two datastores copies the rows of both sides, and here they take more than ${megabytes} MiB (ASSAY_JOIN_SCRATCH_MB). Join smaller computed containers, or put both into one datastore.`,
  )
