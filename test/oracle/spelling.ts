import type { GivenCheck } from '../harness/engine.ts'
import type { OracleCheck } from './judge.ts'
import { referenceIds } from './scene.ts'

/** A check as it is given to an engine, with its conditions in the SQL of that one, or of the other one that it refers to. */
export function writtenFor(engine: string, otherEngine: string, check: OracleCheck): GivenCheck {
  const { rule_type, fields, properties, filter, coverage } = check
  const beside = properties['ref_container_id'] === referenceIds.elsewhere ? otherEngine : engine
  const engineOf: Record<string, string> = { expression: engine, ref_expression: beside, ref_filter: beside }
  const written = Object.entries(properties).map(([name, value]: [string, unknown]) => {
    const by = engineOf[name]
    return [name, by !== undefined && typeof value === 'string' ? spelt(by, value) : value]
  })
  return {
    rule_type,
    fields,
    properties: Object.fromEntries(written),
    filter: filter && spelt(engine, filter.sql),
    coverage,
  }
}

/** Trino compares no date with a text. */
function spelt(engine: string, sql: string): string {
  return /^(?:trino|athena)/.test(engine) ? sql.replaceAll(/\bd (<>|<=|>=|<|>|=) '/g, "d $1 date '") : sql
}
