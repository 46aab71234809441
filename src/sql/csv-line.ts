import type { Column, Expression } from './ast.ts'
import type { Dialect } from './dialect.ts'

/**
 * A line of CSV as one text: what is text stands in quotes, also when it is empty; nothing between two commas is NULL. `print` prints
 * an expression. Throws a plain Error for a dialect that says no such lines.
 */
export function csvLine(
  values: Extract<Expression, { kind: 'csv_line' }>['values'],
  { name, csv }: Dialect,
  print: (value: Expression) => string,
): string {
  if (!csv) throw new Error(`${name} says no lines of CSV.`)
  const quotes = (printed: string) => `'"' || replace(${printed}, '"', '""') || '"'`
  const told = (value: Column): string => {
    const printed = print(value)
    return `coalesce(${value.type === 'String' ? quotes(csv.asText(printed)) : csv.asText(printed)}, '')`
  }
  const text = (value: string) => quotes(print({ kind: 'literal', value, type: 'string' }))
  return csv.line(values.map((value) => ('text' in value ? text(value.text) : told(value))))
}
