import type { BindParameters, Metadata } from 'oracledb'
import { oracle } from '../../sql/dialects/oracle.dialect.ts'
import type { Statement } from '../../sql/print.ts'
import { quoteIdentifier } from '../../sql/quoting.ts'
import { namedRelation, relationName } from '../../sql/relation-names.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { StatementRefused } from '../connector.ts'
import { cellReader, fieldOf, shownColumn } from './types.ts'

/** What the driver says of a column of a result. */
export type ResultColumn = Metadata<object>

/** What the driver calls its type. */
const typeOf = ({ dbTypeName }: ResultColumn): string => dbTypeName ?? ''

/** The column of a result as a field. */
export function resultField(column: ResultColumn): DiscoveredField {
  const { name, precision, scale, byteSize, nullable } = column
  const parts = {
    name: typeOf(column),
    precision: precision ?? null,
    scale: scale ?? null,
    length: byteSize ?? null,
  }
  return fieldOf(name, parts, nullable ?? true)
}

/** Turns the values of a row into cells. */
export function rowReader(columns: readonly ResultColumn[]) {
  const readers = columns.map((column) => cellReader(typeOf(column)))
  return (row: readonly unknown[]) =>
    row.map((value, index) =>
      value === null || value === undefined ? null : (readers[index]?.(value) ?? null),
    )
}

/**
 * The same statement, whose columns are known, with texts in the place of what the driver would not hand over whole: of times it keeps
 * milliseconds.
 */
export function shownWhole(sql: string, columns: readonly ResultColumn[]): string {
  const shown = columns.map((column) => {
    const quoted = quoteIdentifier(column.name, oracle)
    const value = shownColumn(quoted, typeOf(column))
    return { item: value === quoted ? quoted : `${value} as ${quoted}`, isChanged: value !== quoted }
  })
  if (!shown.some(({ isChanged }) => isChanged)) return sql
  const names = new Set(columns.map(({ name }) => name))
  if (names.size < columns.length)
    throw new StatementRefused('Two columns of its result have the same name; give one of them another.')
  const rows = namedRelation(`${sql}\n`, relationName, oracle)
  return `select ${shown.map(({ item }) => item).join(', ')} from ${rows}`
}

/** The values by the names that the dialect gives parameters. */
export const boundValues = ({ parameters }: Statement): BindParameters =>
  Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value]))
