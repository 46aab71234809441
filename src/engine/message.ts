import type { Cell } from '../kernel/cell.ts'
import type { RowRule } from '../rules/rule.ts'
import type { MessagePart } from '../model/message-template.ts'
import type { PreparedCheck } from './check.ts'

/** A row with access by field name. */
export interface NamedRow {
  names: readonly string[]
  cells: readonly Cell[]
}

/**
 * Why this row failed this check, with places for its values: who may see them is decided where the message is written, and
 * anew when a field is masked. The check's message field, where it has one and the row a value in it, comes first.
 */
export function recordTemplate(prepared: PreparedCheck<RowRule>, row: NamedRow): MessagePart[] {
  const { check, rule, input } = prepared
  const own = check.anomaly_message_field
  if (own !== null && cellOf(row, own) !== null) return [{ field: own }]
  const { record } = rule.says(input)
  if (rule.subject === 'row') return [sentence(record)]
  const [name = ''] = check.fields
  return [`The \`${name}\` value of \``, { field: name }, `\` ${sentence(record)}`]
}

/** The share of the asserted rows that failed: for rolled-up rows and for coverage below 1. */
export function shapeMessage(prepared: PreparedCheck<RowRule>, asserted: number, anomalous: number): string {
  const share = asserted === 0 ? 0 : (anomalous / asserted) * 100
  const { rule, input } = prepared
  return sentence(
    `${subjectOf(prepared)}${share.toFixed(3)}% of ${asserted} ${input.records} (${anomalous}) ${rule.says(input).shape}`,
  )
}

/** The field whose failing values a message about many rows names, of the rows that are kept; null where it names none. */
export function namedField({ check, rule }: PreparedCheck<RowRule>): string | null {
  return rule.names_values === true ? (check.fields[0] ?? null) : null
}

/** How many rows failed of several partitions that share one anomaly: their shares do not add up. */
export function togetherMessage(prepared: PreparedCheck<RowRule>, anomalous: number): string {
  const { rule, input } = prepared
  return sentence(
    `${subjectOf(prepared)}${anomalous} records of several partitions ${rule.says(input).shape}`,
  )
}

function subjectOf({ check, rule }: PreparedCheck<RowRule>): string {
  // An expression says itself what it is about.
  if (rule.scope === 'calculated' || check.fields.length === 0) return ''
  return `In \`${check.fields.join('`, `')}\`, `
}

function cellOf(row: NamedRow, name: string): Cell {
  return row.cells[row.names.indexOf(name)] ?? null
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
