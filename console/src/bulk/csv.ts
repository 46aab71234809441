/** What a cell of a saved list may hold; null: nothing is known. */
export type CellValue = string | number | null

type Lines = readonly (readonly CellValue[])[]

/** Beginnings that a spreadsheet takes for a formula, as the service knows them in the files that it writes. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** What looks like one and is a number, also as the service does it. */
const plainNumber = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[iI]nfinity)$/

/** Text of CSV after RFC 4180; before what a spreadsheet would run stands an apostrophe. */
export function csvOf(lines: Lines): string {
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

/** The same with tabs, which spreadsheets take from the clipboard into cells. */
export function tsvOf(lines: Lines): string {
  return lines.map((cells) => `${cells.map(cellOf).join('\t')}\r\n`).join('')
}

function cellOf(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\t\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
