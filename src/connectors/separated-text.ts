import { closeSync, openSync, readSync } from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import type { FileOptions } from '../model/container.ts'

/** How a file of separated text is written, and what its fields are called. */
export interface TextLayout {
  delimiter: string
  hasHeader: boolean
  /** Lines before the header that are none: the `sep=;` that spreadsheets write. */
  skipped: number
  /** Unique without regard to letter case; `column0`, `column1` ... where the file names none. Empty for an empty file. */
  names: string[]
}

/** Enough for any header and some rows to compare it with. */
const peekBytes = 256 * 1024
const rowsCompared = 100

/** Why a text cannot be split into fields; `message` ends a sentence that begins with the file's name. */
export class NoLayout extends Error {}

/**
 * Reads the beginning of a file (gz too) and finds its layout; synchronous, since a query's text depends on it. Throws
 * NoLayout for bytes that are no UTF-8 text.
 */
export function readLayout(path: string, options: FileOptions): TextLayout {
  const peeked = peek(path)
  const told = /^sep=([^\r\n])(?:\r\n|\n|\r)/i.exec(peeked)
  const text = told ? peeked.slice(told[0].length) : peeked
  const skipped = told ? 1 : 0
  const delimiter = told?.[1] ?? delimiterByExtension(path) ?? findDelimiter(text)
  const rows = splitRows(text, delimiter, rowsCompared)
  const [first] = rows
  if (!first) return { delimiter, hasHeader: false, skipped, names: [] }
  if (first.some((cell) => cell.includes('\0'))) {
    throw new NoLayout('holds zero bytes in its first line. Save the file as UTF-8 text.')
  }
  const hasHeader = options.has_header ?? looksLikeHeader(first, rows.slice(1))
  const given = first.map((cell, index) => (hasHeader && cell.trim() !== '' ? cell.trim() : `column${index}`))
  return { delimiter, hasHeader, skipped, names: unique(given) }
}

function delimiterByExtension(path: string): string | undefined {
  if (/\.tsv(?:\.gz)?$/i.test(path)) return '\t'
  return /\.psv(?:\.gz)?$/i.test(path) ? '|' : undefined
}

function peek(path: string): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(peekBytes)
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, peekBytes, 0))
    const isGzip = /\.gz$/i.test(path) && bytes.length > 0
    // The end is missing on purpose; sync flush gives what there is instead of an error.
    const plain = isGzip ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes
    if (/^(?:fffe|feff)/.test(plain.subarray(0, 2).toString('hex'))) {
      throw new NoLayout('is UTF-16. Save the file as UTF-8.')
    }
    return plain
      .subarray(0, peekBytes * 4)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
  } finally {
    closeSync(file)
  }
}

/** The candidate that splits most rows into as many cells as the first row has; a comma when none splits it at all. */
function findDelimiter(text: string): string {
  let best = { delimiter: ',', agreeing: 0, cells: 1 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = splitRows(text, delimiter, rowsCompared)
    const cells = rows[0]?.length ?? 0
    const agreeing = rows.filter((row) => row.length === cells).length
    if (cells < 2) continue
    if (agreeing > best.agreeing || (agreeing === best.agreeing && cells > best.cells)) {
      best = { delimiter, agreeing, cells }
    }
  }
  return best.delimiter
}

/** The first rows of separated text; blank lines are left out. */
function splitRows(text: string, delimiter: string, limit: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${RegExp.escape(delimiter)}\\r\\n]*))(${RegExp.escape(delimiter)}|\\r\\n|\\n|\\r|$)`,
    'gy',
  )
  for (let match = cell.exec(text); match && rows.length < limit; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === delimiter) continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (cell.lastIndex >= text.length) break
  }
  return rows
}

const typed = /^\s*(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|true|false|\d{4}-\d{2}-\d{2}(?:[ T].*)?)\s*$/i

/**
 * A first row names the fields when some column is text there and typed below, or when nothing in it is typed and no
 * name is there twice.
 */
function looksLikeHeader(first: readonly string[], others: readonly string[][]): boolean {
  const namesTypedColumn = first.some((cell, column) => {
    const below = others.map((row) => row[column] ?? '').filter((value) => value !== '')
    return cell !== '' && !typed.test(cell) && below.length > 0 && below.every((value) => typed.test(value))
  })
  if (namesTypedColumn) return true
  return first.every((cell) => !typed.test(cell)) && new Set(first).size === first.length
}

function unique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let suffix = 1; taken.has(free.toLowerCase()); suffix += 1) free = `${name}_${suffix}`
    taken.add(free.toLowerCase())
    return free
  })
}
