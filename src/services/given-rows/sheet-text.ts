import { invalidMember } from '../../kernel/errors.ts'
import { BadArchive } from './zip-archive.ts'
import { Workbook, type SheetRow } from './workbook.ts'

/** Whether a file begins as a ZIP archive does, which a workbook is. */
export const isArchive = (content: Buffer): boolean =>
  content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

/** Whether a file begins as workbooks of before 2007 do, and encrypted ones. */
export const isOldWorkbook = (content: Buffer): boolean =>
  content.subarray(0, 4).toString('hex') === 'd0cf11e0'

/**
 * A sheet as separated text with a header: the only one, or the one of that name. 422 for several sheets without a name, for a name that
 * none has, and for what cannot be read.
 */
export async function textOfSheet(content: Buffer, sheet: string | null): Promise<string> {
  try {
    const workbook = await Workbook.open(content)
    return await textOf(workbook.rows(sheetOf(workbook.sheets, sheet)))
  } catch (error) {
    if (error instanceof BadArchive) throw invalidMember('file', `The file ${error.message}`)
    throw error
  }
}

function sheetOf(sheets: readonly string[], wanted: string | null): string {
  const named = sheets
    .slice(0, 20)
    .map((name) => `"${name}"`)
    .join(', ')
  if (wanted !== null) {
    if (sheets.includes(wanted)) return wanted
    throw invalidMember('sheet', `The workbook has no sheet called "${wanted}", but ${named}.`)
  }
  const [only, ...others] = sheets
  if (only === undefined) throw invalidMember('file', 'The workbook has no sheet.')
  if (others.length === 0) return only
  throw invalidMember('sheet', `The workbook has several sheets: ${named}. Name the one that is meant.`)
}

async function textOf(rows: AsyncIterable<SheetRow>): Promise<string> {
  const lines: string[] = []
  let header: SheetRow | null = null
  for await (const row of rows) {
    header ??= row
    const unnamed = row.findIndex((value, column) => value !== null && header?.[column] == null)
    if (unnamed !== -1)
      throw invalidMember(
        'file',
        `Column ${unnamed + 1} of the sheet has values and no name in the first row.`,
      )
    const cells = header.flatMap((name, column) => (name === null ? [] : [row[column] ?? null]))
    lines.push(cells.map(cellText).join(','))
  }
  return lines.join('\n')
}

const cellText = (cell: string | null): string => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)
