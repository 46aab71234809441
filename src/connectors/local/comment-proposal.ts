import type { FileOptions } from '../../model/container.ts'
import { findLayout, NoLayout } from './separated-text.ts'
import { splitRows } from './text-dialect.ts'

/** Signs that begin comments in files of data; a cell that begins with one of them is rare. */
const signs = ['#', '%']
/** Rows of the beginning that are looked at. */
const rowsTried = 1000

/**
 * A sentence about lines that begin with a sign of comments and cannot be rows, because all others have as many cells as each
 * other and they have another number; null when there are none, or when people told the sign. `text` is the file's beginning.
 */
export function proposeComment(
  name: string,
  head: { text: string; encoding: string },
  options: FileOptions,
): string | null {
  if (options.comment !== undefined) return null
  for (const sign of signs) {
    const at = firstOdd(name, head, { ...options, comment: sign })
    if (at !== null)
      return `Lines that begin with "${sign}" (the first: ${at}) are no rows like the others. Set comment of the container to "${sign}" when they are comments.`
  }
  return null
}

/** The number of the first line that begins with the sign, from 1, where such lines are none like the others. */
function firstOdd(
  name: string,
  head: { text: string; encoding: string },
  options: FileOptions & { comment: string },
): number | null {
  const { text } = head
  const { comment, skip_lines = 0 } = options
  const lines = text.split(/\r\n|\n|\r/)
  const at = lines.findIndex((line, index) => index >= skip_lines && line.startsWith(comment))
  if (at < 0) return null
  const cells = cellCounts(name, head, options)
  const [expected = 0] = cells.rows
  const isEven = cells.rows.length > 1 && expected > 1 && cells.rows.every((count) => count === expected)
  return isEven && cells.marked.every((count) => count !== expected) ? at + 1 : null
}

/** How many cells the rows have, and the lines that begin with the sign as if they were rows. */
function cellCounts(
  name: string,
  head: { text: string; encoding: string },
  options: FileOptions & { comment: string },
): { rows: number[]; marked: number[] } {
  try {
    const layout = findLayout(name, head, options)
    const lines = head.text.split(/(?<=\r\n|\n|\r(?!\n))/).slice(options.skip_lines ?? 0)
    // The beginning may end in the middle of a row.
    const whole = lines.slice(0, -1).join('') || head.text
    const { rows } = splitRows(whole, layout, rowsTried)
    const marked = lines.filter((line) => line.startsWith(options.comment))
    const plain = { ...layout, comment: null }
    return {
      rows: rows.map((row) => row.length),
      marked: marked.flatMap((line) => splitRows(line, plain, 1).rows.map((row) => row.length)),
    }
  } catch (error) {
    if (error instanceof NoLayout) return { rows: [], marked: [] }
    throw error
  }
}
