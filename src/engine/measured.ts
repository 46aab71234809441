import type { Session } from '../connectors/connector.ts'
import { cellToNumber, type Cell } from '../kernel/cell.ts'
import type { MeasuredRule, Measure } from '../rules/rule.ts'
import { caseWhen, column, isNotNull, number } from '../sql/build.ts'
import type { PreparedCheck } from './check.ts'
import { mergedTotals } from './merge.ts'
import type { ScanPlan } from './scan-plan.ts'
import { lastModification, rowsOfContainer } from './whole-container.ts'

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

/** The number that this scan measures for the check, or a sentence saying why there is none. */
export async function measure(
  session: Session,
  prepared: PreparedCheck<MeasuredRule>,
  parts: readonly { asserted: number; measures: Record<string, Cell> }[],
  rows: number,
  plan: Pick<ScanPlan, 'request' | 'observed'>,
): Promise<number | string> {
  const { rule, input } = prepared
  if (rule.measures === 'rows') return rowsOfContainer(session, plan, rows)
  if (rule.measures === 'age') {
    const modified = await lastModification(session, plan)
    if (modified !== null) return Date.parse(plan.request.now) - modified
    return 'The source does not say when the container was last modified; for a table, set its incremental field to a date or time.'
  }
  const { values = 0, least = null, greatest = null } = mergedTotals(valueMeasures(prepared), parts)
  if (cellToNumber(values) === 0)
    return 'No row passes the filter with a value in the field, so there is nothing to measure.'
  if (String(least) === String(greatest)) return cellToNumber(least)
  return `It measures one value per scan, and ${String(values)} rows with values from ${input.shown(least)} to ${input.shown(greatest)} pass its filter; narrow the filter of the check on \`${input.field.name}\`.`
}
