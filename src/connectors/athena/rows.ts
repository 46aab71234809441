import { RunFailure } from '../../kernel/errors.ts'
import { fieldOf } from '../trino/types.ts'
import type { Page } from './answer.ts'
import { cellReader, nativeOf } from './types.ts'
import type { FieldedRows } from '../shared/rows.ts'

/** The rows of a page. The first page of a select begins with the names of its columns, which are no row. Throws RunFailure when it does not. */
export function batchIn({ ResultSet }: Page, isFirst: boolean): FieldedRows {
  const { ColumnInfo } = ResultSet.ResultSetMetadata
  const named = ColumnInfo.map((column) => fieldOf(column.Name, nativeOf(column)))
  const readers = named.map(({ native_type }) => cellReader(native_type))
  const [head, ...others] = ResultSet.Rows
  if (isFirst && !ColumnInfo.every(({ Name }, index) => head?.Data[index]?.VarCharValue === Name))
    throw new RunFailure(
      'The answer of Athena does not begin with the names of its columns, so that it is not known which rows are data.',
    )
  const rows = (isFirst ? others : ResultSet.Rows).map(({ Data }) => {
    if (Data.length !== readers.length)
      throw new RunFailure('Athena sent a row that has not as many values as there are columns.')
    return readers.map((read, index) => {
      const value = Data[index]?.VarCharValue
      return value === undefined ? null : read(value)
    })
  })
  return { columns: named, named, rows }
}
