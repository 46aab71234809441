import type { FileOptions } from '../../model/container.ts'
import { findDelimiter, findEscape, splitRows, type TextDialect } from './text-dialect.ts'

/** The dialect of a file of separated text, and the names of its fields. */
export interface TextLayout extends TextDialect {
  /** As the Encoding Standard names it. */
  encoding: string
  /** Null while there is no second line to tell. */
  lineEnd: '\n' | '\r\n' | '\r' | null
  hasHeader: boolean
  /** Lines before the first row that are no rows and that the engine counts: comments are not among them. */
  skipped: number
  /** All lines before the first row. */
  linesBefore: number
  /** The lines before the first row hold quotes, which would mislead the engine. */
  isPreambleQuoted: boolean
  /** Unique without regard to letter case; `column0`, `column1` ... where the file names none. Empty for an empty file. */
  names: string[]
}

/** Rows of the beginning that decide about the header. */
const rowsCompared = 100

/** Why a text cannot be split into fields; `message` ends a sentence that begins with the file's name. */
export class NoLayout extends Error {}

/**
 * Finds the layout in the beginning of a file; what the options tell is not looked for. Throws NoLayout for what is no
 * text.
 */
export function findLayout(
  name: string,
  { text: head, encoding }: { text: string; encoding: string },
  options: FileOptions,
): TextLayout {
  const separatorLine = /^sep=([^\r\n])(?:\r\n|\n|\r)/i.exec(head)
  const quote = options.quote_character ?? '"'
  const comment = options.comment ?? null
  const preamble = preambleOf(head, (separatorLine ? 1 : 0) + (options.skip_lines ?? 0), comment)
  const text = head.slice(preamble.length)
  const delimiter =
    options.delimiter ??
    separatorLine?.[1] ??
    delimiterByExtension(name) ??
    findDelimiter(text, quote, comment)
  const escape = options.escape_character ?? findEscape(text, { delimiter, quote, comment })
  const dialect = { delimiter, quote, escape, comment }
  const { rows, lineEnd } = splitRows(text, dialect, rowsCompared)
  const linesBefore = preamble.lines
  const isPreambleQuoted = quote !== '' && head.slice(0, preamble.length).includes(quote)
  // Comments are emptied with the rest of a preamble that is.
  const skipped = isPreambleQuoted ? preamble.lines : preamble.skipped
  const found = { ...dialect, encoding, lineEnd, skipped, linesBefore, isPreambleQuoted }
  const [first] = rows
  if (!first) return { ...found, hasHeader: false, names: [] }
  if (first.some((cell) => cell.includes('\0'))) {
    throw new NoLayout(
      'holds zero bytes in its first line. Save the file as UTF-8 text, or name its encoding in the container.',
    )
  }
  const hasHeader = options.has_header ?? looksLikeHeader(first, rows.slice(1), options)
  const given = first.map((cell, index) => (hasHeader && cell.trim() !== '' ? cell.trim() : `column${index}`))
  return { ...found, hasHeader, names: unique(given) }
}

/** The lines before the first row: those to be skipped, then blank lines and comments. */
function preambleOf(text: string, skip: number, comment: string | null) {
  let length = 0
  let lines = 0
  let skipped = 0
  const line = /([^\r\n]*)(?:\r\n|\n|\r)/y
  for (let match = line.exec(text); match; match = line.exec(text)) {
    const content = match[1] ?? ''
    const isComment = comment !== null && content.startsWith(comment)
    if (lines >= skip && content !== '' && !isComment) break
    length = line.lastIndex
    lines += 1
    if (!isComment) skipped += 1
  }
  return { length, lines, skipped }
}

function delimiterByExtension(name: string): string | undefined {
  if (/\.(?:tsv|tab)(?:\.gz)?$/i.test(name)) return '\t'
  return /\.psv(?:\.gz)?$/i.test(name) ? '|' : undefined
}

const typed = /^\s*(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|true|false|\d{4}-\d{2}-\d{2}(?:[ T].*)?)\s*$/i

/**
 * A first row names the fields when some column is text there and typed below, or when nothing in it is typed and no
 * name is there twice.
 */
function looksLikeHeader(
  first: readonly string[],
  others: readonly string[][],
  { null_tokens = [], decimal_separator = '.' }: FileOptions,
): boolean {
  const isTyped = (value: string) => typed.test(decimal_separator === ',' ? value.replace(',', '.') : value)
  const namesTypedColumn = first.some((cell, column) => {
    const below = others
      .map((row) => row[column] ?? '')
      .filter((value) => value !== '' && !null_tokens.includes(value))
    return cell !== '' && !isTyped(cell) && below.length > 0 && below.every((value) => isTyped(value))
  })
  if (namesTypedColumn) return true
  return first.every((cell) => !isTyped(cell)) && new Set(first).size === first.length
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
