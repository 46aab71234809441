/** The beginnings that a spreadsheet takes for a formula, blanks before them included; some read the wide forms like the others. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** A plain number is no formula, whatever its sign, nor is what stands for one that JSON cannot show, or for a date without end. */
const plainNumber = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[iI]nfinity)$/

/** Writes lines after RFC 4180: quotes where needed, nothing for NULL. */
export interface CsvWriter {
  /** One line. */
  line(values: readonly unknown[]): string
  /** One record, as its reader may see it, as a line: the values of these fields. */
  record(shown: Readonly<Record<string, unknown>>, names: readonly string[]): string
}

/** With `keepsFormulas` every text is written as it is; else one that a spreadsheet would run gets an apostrophe before it. */
export function csvWriter(keepsFormulas: boolean): CsvWriter {
  const line = (values: readonly unknown[]) =>
    `${values.map((value) => cellOf(value, keepsFormulas)).join(',')}\r\n`
  return {
    line,
    record: (shown, names) => line(names.map((name) => shown[name])),
  }
}

function cellOf(value: unknown, keepsFormulas: boolean): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? harmless(value, keepsFormulas) : JSON.stringify(value)
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}

function harmless(text: string, keepsFormulas: boolean): string {
  return !keepsFormulas && formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
}
