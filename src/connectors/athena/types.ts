import type { Cell } from '../../kernel/cell.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { cellReader as trinoReader, fieldOf } from '../trino/types.ts'
import type { CataloguedTable, ColumnInfo } from './answer.ts'

/** What the data catalogue, which has the types of Hive, calls otherwise than the engine. */
const catalogued: Record<string, string> = {
  string: 'varchar',
  int: 'integer',
  float: 'real',
  binary: 'varbinary',
  decimal: 'decimal(10,0)',
}

/** The fields of a table, those of its partitions last, with the engine's names of their types. */
export const cataloguedFields = ({ Columns = [], PartitionKeys = [] }: CataloguedTable): DiscoveredField[] =>
  [...Columns, ...PartitionKeys].map(({ Name, Type = '' }) => {
    const type = Type.toLowerCase()
    return fieldOf(Name, catalogued[type] ?? type)
  })

/** The type of a column of a result as the engine writes it. */
export function nativeOf({ Type, Precision = 0, Scale = 0 }: ColumnInfo): string {
  const type = Type.toLowerCase()
  if (type === 'decimal') return `decimal(${Precision},${Scale})`
  return catalogued[type] ?? type
}

/** Turns the text that is sent for a value of this type into its cell. */
export function cellReader(native: string): (text: string) => Cell {
  if (native === 'boolean') return (text) => text === 'true'
  return trinoReader(native)
}

/** True when the catalogue leaves out what only the engine can say: the types of a view, and whether a time of Iceberg has a zone. */
export const isToldByEngine = (table: CataloguedTable): boolean =>
  table.TableType === 'VIRTUAL_VIEW' ||
  (table.Parameters?.['table_type']?.toUpperCase() === 'ICEBERG' &&
    cataloguedFields(table).some(({ type }) => type === 'Timestamp'))
