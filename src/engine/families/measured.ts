import type { Session } from '../../connectors/connector.ts'
import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import { hold, type Held } from '../../kernel/held.ts'
import { quantityOf, type Quantity } from '../../kernel/quantity.ts'
import type { MeasuredRule, Measure } from '../../rules/rule.ts'
import { caseWhen, column, isNotNull, number } from '../../sql/build.ts'
import type { PreparedCheck } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import type { RecordFinding } from '../finding.ts'
import { mergedTotals } from '../merge.ts'
import { failingRecords } from '../records.ts'
import { lastModification, rowsOfContainer } from '../whole-container.ts'
import { filterOnly, noOwnColumns, type Conclusion, type ContainerFamily } from './family.ts'
import { rowRule } from './row.ts'

/** A number of the container beside those of earlier scans. */
export const measured: ContainerFamily<MeasuredRule> = {
  judges: 'container',
  reads_rows: false,
  measures: valueMeasures,
  about: ({ measures }) => (measures === 'value' ? 'totals' : 'container'),
  async judge(conclusion, prepared, { asserted, parts }) {
    const { session, plan } = conclusion
    const { rule, input, check } = prepared
    const measurement = await measure(session, prepared, parts, asserted, plan)
    if (typeof measurement === 'string') return measurement
    const value: Held<Quantity> = hold(measurement)
    const judgement = rule.judge(value, plan.request.measurements.get(check.id) ?? [], input)
    return {
      judgement,
      measured: value,
      ...(rule.measures === 'value' && { rows: () => rowsWithValue(conclusion, prepared, judgement.says) }),
    }
  },
  tries: filterOnly,
  category: ({ measures }) => (measures === 'rows' ? 'metadata' : 'data_integrity'),
  own_columns: noOwnColumns,
  keeps_measurements: true,
  tells: 'values',
}

/** The row that holds the value is the anomaly: a metric is found in one row, not in the container. */
async function rowsWithValue(
  { session, relation }: Conclusion,
  prepared: PreparedCheck<MeasuredRule>,
  sentence: string,
): Promise<RecordFinding[]> {
  const says = () => ({ record: sentence, shape: sentence })
  const failing = isNotNull(column(prepared.input.field))
  const rowCheck = { ...prepared, rule: rowRule({ ...prepared.rule, says }, failing, 'row') }
  const records = await failingRecords(session, relation, [rowCheck])
  return records.map((record) => ({
    ...record,
    // The measured number is part of the sentence, and not of the row.
    failed_checks: record.failed_checks.map((failed) => ({
      ...failed,
      is_rewritable: !failed.template.every((part) => typeof part === 'string'),
    })),
  }))
}

/** The aggregates of a check of a value: the number of values, the smallest and the greatest. */
function valueMeasures({ input, rule }: PreparedCheck<MeasuredRule>): Record<string, Measure> {
  if (rule.measures !== 'value') return {}
  const value = column(input.field)
  return {
    values: { aggregate: 'sum', of: caseWhen(isNotNull(value), number(1), number(0)) },
    least: { aggregate: 'min', of: value },
    greatest: { aggregate: 'max', of: value },
  }
}

/** The number that this scan measures for the check, or a sentence saying why there is none. */
async function measure(
  session: Session,
  prepared: PreparedCheck<MeasuredRule>,
  parts: readonly { asserted: number; measures: Held<Record<string, Cell>> }[],
  rows: number,
  plan: Pick<ContainerPlan, 'request' | 'observed'>,
): Promise<Quantity | string> {
  const { rule, input } = prepared
  const untracked = untrackedReason(rule, plan)
  if (untracked !== null) return untracked
  if (rule.measures === 'rows') return rowsOfContainer(session, plan, rows)
  if (rule.measures === 'age') {
    const modified = await lastModification(session, plan)
    if (modified !== null) return Date.parse(plan.request.now) - modified
    return 'The source does not say when the container was last modified; for a table, set its incremental field to a date or time.'
  }
  const { values = 0, least = null, greatest = null } = mergedTotals(valueMeasures(prepared), parts)
  if (cellToNumber(values) === 0)
    return 'No row passes the filter with a value in the field, so there is nothing to measure.'
  const value = quantityOf(least, input.field.type === 'Integral')
  if (value !== null && String(least) === String(greatest)) return value
  return `It measures one value per scan, and ${String(values)} rows with values from ${input.shown(hold(least))} to ${input.shown(hold(greatest))} pass its filter; narrow the filter of the check on \`${input.field.name}\`.`
}

/** Why there is nothing to judge: people want it not measured. Null where they do. */
function untrackedReason(
  { measures }: MeasuredRule,
  { request }: Pick<ContainerPlan, 'request'>,
): string | null {
  const { tracking } = request
  if (measures === 'rows' && tracking?.volume === false)
    return `The volume of "${request.container.name}" is not tracked; set volumetric_tracking_enabled of the container.`
  if (measures === 'age' && tracking?.freshness === false)
    return `The freshness of "${request.container.name}" is not tracked; set freshness_tracking_enabled of the container.`
  return null
}
