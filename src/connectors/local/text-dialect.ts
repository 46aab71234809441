/** The characters that separated text is built of. */
export interface TextDialect {
  delimiter: string
  /** Empty: nothing is quoted. */
  quote: string
  /** The character that makes a quote within quotes plain; the quote itself when it is doubled for that. */
  escape: string
  /** Begins a line that is no row; null when there is no such character. */
  comment: string | null
}

type LineEnd = '\n' | '\r\n' | '\r'

/** The first rows of separated text, blank lines and comments left out, and how the first of them ends. */
export function splitRows(
  text: string,
  dialect: TextDialect,
  limit: number,
): { rows: string[][]; lineEnd: LineEnd | null } {
  const { delimiter, quote, escape, comment } = dialect
  const cell = cellPattern(dialect)
  const rows: string[][] = []
  let lineEnd: LineEnd | null = null
  let row: string[] = []
  for (let match = cell.exec(text); match && rows.length < limit; match = cell.exec(text)) {
    const [, quoted, plain = '', end = ''] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll(escape + quote, quote))
    if (end === delimiter) continue
    const isComment = comment !== null && quoted === undefined && row[0]?.startsWith(comment) === true
    if (!isComment && (row.length > 1 || row[0] !== '')) {
      rows.push(row)
      if (end !== '') lineEnd ??= end as LineEnd
    }
    row = []
    if (cell.lastIndex >= text.length) break
  }
  return { rows, lineEnd }
}

/** One cell and what ends it; the first group is the inside of a quoted cell, the second a plain one. */
function cellPattern({ delimiter, quote, escape }: TextDialect): RegExp {
  const [separator, mark, escaping] = [delimiter, quote, escape].map((part) => RegExp.escape(part))
  const inside =
    escape === quote ? `(?:[^${mark}]|${mark}${mark})*` : `(?:[^${mark}${escaping}]|${escaping}[^])*`
  const quoted = quote === '' ? '($.)' : `${mark}(${inside})${mark}`
  return new RegExp(`(?:${quoted}|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'gy')
}

/** Rows of the beginning that a guess is tried on. */
const rowsTried = 100

/** The candidate that splits most rows into as many cells as the first row has; a comma when none splits it at all. */
export function findDelimiter(text: string, quote: string, comment: string | null): string {
  let best = { delimiter: ',', agreeing: 0, cells: 1 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const { rows } = splitRows(text, { delimiter, quote, escape: quote, comment }, rowsTried)
    const cells = rows[0]?.length ?? 0
    const agreeing = rows.filter((row) => row.length === cells).length
    if (cells < 2) continue
    if (agreeing > best.agreeing || (agreeing === best.agreeing && cells > best.cells)) {
      best = { delimiter, agreeing, cells }
    }
  }
  return best.delimiter
}

/** A backslash when the rows are even with it and uneven without it, else the quote itself. */
export function findEscape(text: string, dialect: Omit<TextDialect, 'escape'>): string {
  const { quote } = dialect
  if (quote === '' || !text.includes(`\\${quote}`)) return quote
  const isEven = (escape: string) => {
    const { rows } = splitRows(text, { ...dialect, escape }, rowsTried)
    return rows.length > 1 && rows.every((row) => row.length === rows[0]?.length)
  }
  return !isEven(quote) && isEven('\\') ? '\\' : quote
}
