import type { Cell } from '../kernel/cell.ts'
import type { MeasuredRule, Measure } from '../rules/rule.ts'
import { caseWhen, column, isNotNull, number } from '../sql/build.ts'
import type { PreparedCheck, ScanRequest } from './check.ts'
import { mergedTotals } from './merge.ts'

/** What a check of a value adds to the aggregate pass: how many values there are, the smallest and the greatest. */
export function valueMeasures({ input, rule }: PreparedCheck<MeasuredRule>): Record<string, Measure> {
  if (rule.measures !== 'value') return {}
  const value = column(input.field)
  return {
    values: { aggregate: 'sum', of: caseWhen(isNotNull(value), number(1), number(0)) },
    least: { aggregate: 'min', of: value },
    greatest: { aggregate: 'max', of: value },
  }
}

/** The value or age that this scan measures for the check, or a sentence saying why there is none. */
export function measure(
  prepared: PreparedCheck<MeasuredRule>,
  parts: readonly { asserted: number; measures: Record<string, Cell> }[],
  request: ScanRequest,
): number | string {
  const { rule, input } = prepared
  if (rule.measures === 'age') {
    if (request.last_modified !== null) return Date.parse(request.now) - Date.parse(request.last_modified)
    return 'The source does not say when the container was last modified; for a table, set its incremental field to a date or time.'
  }
  const { values = 0, least = null, greatest = null } = mergedTotals(valueMeasures(prepared), parts)
  if (Number(String(values ?? 0)) === 0)
    return 'No row passes the filter with a value in the field, so there is nothing to measure.'
  if (String(least) === String(greatest)) return Number(String(least))
  return `It measures one value per scan, and ${String(values)} rows with values from ${String(least)} to ${String(greatest)} pass its filter; narrow the filter of the check on \`${input.field.name}\`.`
}
