import type { CheckDefinition } from '../model/check.ts'
import { rules } from './registry.ts'

/** The SQL of its own store that stands in the check's properties, by their names; its filter is not among them. */
export function ownSql({
  rule_type,
  properties,
}: Pick<CheckDefinition, 'rule_type' | 'properties'>): Record<string, string> {
  const names = rules.find(rule_type)?.sql_properties?.own ?? []
  return Object.fromEntries(
    names.flatMap((name) => {
      const sql = properties[name]
      return typeof sql === 'string' ? [[name, sql]] : []
    }),
  )
}
