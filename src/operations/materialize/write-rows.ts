import type { HeldSession } from '../../connectors/connector.ts'
import {
  appendBy,
  appendRows,
  type ReadableFiles,
  type Writer,
  type WrittenTable,
  type WrittenValue,
} from '../../connectors/writer.ts'
import { copiedText, type Copy } from '../../disclosure/copies.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import {
  copiedFiles,
  copiedLines,
  copiedRows,
  type Copied,
  type CopiedPart,
} from '../../engine/copied-rows.ts'
import { ahead } from '../../kernel/ahead.ts'
import { RunFailure } from '../../kernel/errors.ts'

/** The rows that are copied, and how. */
export interface Copying {
  session: HeldSession
  reading: Copied
  copy: Copy
  /** The parts that are read one after the other, each up to the cap: without one there is a single part. */
  parts: CopiedPart[]
  /** Opened for the writer, which then reads the files of the source by itself (default: it cannot). */
  files: ReadableFiles | null
  /** Names of the masked fields. */
  masked: ReadonlySet<string>
}

/** Brings the rows into the table; returns how many. */
type Transfer = () => Promise<number>

/**
 * Adds the rows to a table of the copy, all or none; returns how many. The engines take them over among themselves where they
 * can: the writer reads the files itself, or the source writes lines of text. What fails there goes value by value, and fails
 * with the words that belong to it.
 */
export async function writeRows(writer: Writer, table: WrittenTable, copying: Copying): Promise<number> {
  const quick = quickTransfer(writer, table, copying)
  try {
    if (quick) return await quick()
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error
  }
  return appendRows(writer, table, ahead(rowsOf(copying)))
}

function quickTransfer(writer: Writer, table: WrittenTable, copying: Copying): Transfer | null {
  const { copy, session, reading, masked, files } = copying
  const { take, takeLines } = writer
  if (reading.record_cap !== null) return null
  const [part = 'all'] = copying.parts
  const copied = files && take ? copiedFiles(session, reading, part) : null
  if (copied && take) {
    const values = copy.values.map((value) => ('text' in value ? value : { column: value.field.name }))
    return () => appendBy(writer, table, null, () => take({ sql: copied.sql, values }))
  }
  const lines = takeLines ? copiedLines(session, reading, part, copy.values) : null
  if (lines === null || !takeLines) return null
  return () => appendBy(writer, table, null, () => takeLines(textsOf(ahead(withheld(masked, lines)))))
}

async function* textsOf(lines: AsyncIterable<Parameters<typeof copiedText>[0]>): AsyncGenerator<string> {
  for await (const some of lines) yield copiedText(some)
}

async function* rowsOf({ session, reading, copy, parts, masked }: Copying): AsyncGenerator<WrittenValue[][]> {
  for (const part of parts)
    for await (const cells of withheld(masked, copiedRows(session, reading, part))) yield copy.rows(cells)
}

/** The same items, with the source's reason for a failure withheld where a field is masked. */
async function* withheld<Item>(
  masked: ReadonlySet<string>,
  items: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  try {
    for (;;) {
      const step = await withholdingReason(masked, () => items.next())
      if (step.done) return
      yield step.value
    }
  } finally {
    await items.return(undefined)
  }
}
