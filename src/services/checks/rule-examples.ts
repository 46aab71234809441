import { ExactNumber, type Cell } from '../../kernel/cell.ts'
import type { FieldType } from '../../model/field.ts'
import type { ExecutedRuleExample, ExplainedRule } from '../../model/rule-type.ts'
import { rules } from '../../rules/registry.ts'
import type { RuleExample } from '../../rules/rule.ts'
import { checkOf, presentRule } from './rule-types.ts'

let explained: ExplainedRule[] | null = null

/** Member. Every rule type, by its name, with the tables of its examples; the same list each time. */
export async function listExplainedRules(): Promise<ExplainedRule[]> {
  explained ??= rules
    .all()
    .map((rule) => ({ ...presentRule(rule), examples: rule.examples.map(presentExample) }))
    .sort((one, other) => (one.rule_type < other.rule_type ? -1 : 1))
  return explained
}

function presentExample(example: RuleExample): ExecutedRuleExample {
  const { columns, rows, references = {}, measured_before = [], modified_before = null } = example
  return {
    ...checkOf(example),
    ...tableOf(columns, rows),
    ...outcomeOf(example),
    references: Object.entries(references).map(([id, other]) => ({
      container_id: Number(id),
      ...tableOf(other.columns, other.rows),
    })),
    measured_before: measured_before.map(shown),
    modified_before_ms: modified_before,
  }
}

function tableOf(columns: Record<string, FieldType>, rows: readonly Cell[][]) {
  return {
    columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
    rows: rows.map((row) => row.map(shown)),
  }
}

function outcomeOf({ failing, fails }: RuleExample) {
  if (failing) return { failing_rows: failing, fails: failing.length > 0, anomalous_records: failing.length }
  return {
    failing_rows: null,
    fails: fails !== undefined && fails !== false,
    anomalous_records: fails ? fails.anomalous_records : null,
  }
}

/** A cell as JSON shows it, with all its digits; JSON has neither NaN nor a negative zero of its own. */
function shown(cell: Cell): unknown {
  if (typeof cell === 'bigint') return JSON.rawJSON(String(cell))
  if (Object.is(cell, -0)) return JSON.rawJSON('-0.0')
  if (typeof cell === 'number' && !Number.isFinite(cell)) return String(cell)
  if (Array.isArray(cell)) return cell.map(shown)
  if (cell === null || typeof cell !== 'object' || cell instanceof ExactNumber) return cell
  return Object.fromEntries(Object.entries(cell).map(([member, value]) => [member, shown(value)]))
}
