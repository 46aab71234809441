/** Where lines cannot be measured, in a file or a pipe. */
const plainWidth = 160

/** Lines of aligned columns, two spaces apart. Columns of numbers are set to the right; the last column is cut to the width. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width = process.stdout.columns ?? plainWidth,
): string {
  const lines = [header, ...rows].map((row) => row.map(oneLine))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const isNumber = header.map((_, column) => rows.every((row) => /^[\d,]*$|^-$/.test(row[column] ?? '')))
  const before = widths.slice(0, -1).reduce((sum, wide) => sum + wide + 2, 0)
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          if (column === header.length - 1) return cut(cell, Math.max(20, width - before))
          return isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A value of a source as one line that neither moves the cursor nor changes colours. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`
