import { readRecord } from '../../kernel/record-json.ts'

/** One stored record as a line: the values of these fields, masked ones hidden. */
export function csvRecord(record: string, names: readonly string[], masked: ReadonlySet<string>): string {
  const values = readRecord(record, masked)
  return csvLine(names.map((name) => values[name]))
}

/** One line after RFC 4180: quotes where needed, nothing for NULL. */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${cells.join(',')}\r\n`
}
