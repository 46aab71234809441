import { cellForPerson, type Cell } from '../kernel/cell.ts'
import type { RowRule } from '../rules/rule.ts'
import type { PreparedCheck } from './check.ts'
import { maskedInMessage } from './masking.ts'

/** A row with access by field name. */
export interface NamedRow {
  names: readonly string[]
  cells: readonly Cell[]
}

/** Why this row failed this check; the check's message field, where it has one and the row a value in it, comes first. */
export function recordMessage(
  prepared: PreparedCheck<RowRule>,
  row: NamedRow,
  masked: ReadonlySet<string>,
): string {
  const { check, rule, input } = prepared
  const own = check.anomaly_message_field
  if (own !== null && !masked.has(own)) {
    const cell = cellOf(row, own)
    if (cell !== null) return cellForPerson(cell)
  }
  const { record } = rule.says(input)
  if (rule.subject === 'row') return sentence(record)
  const [name = ''] = check.fields
  const value = masked.has(name) ? maskedInMessage : cellForPerson(cellOf(row, name))
  return sentence(`The \`${name}\` value of \`${value}\` ${record}`)
}

/** What share of the asserted rows failed: for rolled-up rows and for coverage below 1. */
export function shapeMessage(prepared: PreparedCheck<RowRule>, asserted: number, anomalous: number): string {
  const share = asserted === 0 ? 0 : (anomalous / asserted) * 100
  const { rule, input } = prepared
  return sentence(
    `${subjectOf(prepared)}${share.toFixed(3)}% of ${asserted} ${input.records} (${anomalous}) ${rule.says(input).shape}`,
  )
}

/** How many rows failed in the partitions that share one anomaly. */
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
