import type { NumberedRows } from '../../sql/ast.ts'

/** The column that shows the numbers of rows. */
const rowNumber = 'assay_row_number'

/** False where a column of a table hides the number that DuckDB has for each row, or has the name of the one that shows it. */
export const showsRowNumbers = (columns: readonly string[]): boolean =>
  !columns.some((name) => ['rowid', rowNumber].includes(name.toLowerCase()))

/** The rows of a stored table with the numbers by which DuckDB finds them again; they hold for one state of the table. */
export const numberedTable = (table: string): string =>
  `(select *, rowid as ${rowNumber} from ${table}) as rows_of`

/** Rows that are not stored, in the order in which they are read, with the numbers that they get when they are. */
export const numberedInOrder = (rows: string): string =>
  `(select *, row_number() over () - 1 as ${rowNumber} from ${rows}) as rows_of`

/** A relation of `numberedTable` or `numberedInOrder` with these columns. */
export const numberedBy = (sql: string, columns: readonly string[]): NumberedRows => ({
  sql,
  columns,
  number: rowNumber,
  // Of a table it decodes all rows where it is given a list.
  found_by: 'column',
})
