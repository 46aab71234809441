import type { CheckDefinition } from '../model/check.ts'
import { rules } from '../rules/registry.ts'
import { familyOf } from './families/table.ts'

/** What is known of a check that a record fails. */
export type FailedDefinition = Pick<CheckDefinition, 'rule_type' | 'fields' | 'properties'>

/** True when the cells of a record decide which of them fail; otherwise the definition alone does. */
export function looksAtCells({ rule_type }: FailedDefinition): boolean {
  const rule = rules.find(rule_type)
  return rule !== undefined && familyOf(rule).looks_at_cells?.(rule) === true
}

/**
 * The fields of a record by whose cells it fails the check, as far as its reader may see them: where a hidden cell may be the one,
 * all that the check names.
 */
export function failingFields(check: FailedDefinition, record: Readonly<Record<string, unknown>>): string[] {
  const rule = rules.find(check.rule_type)
  const blamed = rule === undefined ? null : familyOf(rule).blamed?.(rule, check, record)
  if (blamed) return blamed
  const { fields, properties } = check
  const others = (rule?.field_properties ?? []).flatMap((member) => {
    const name = properties[member]
    return typeof name === 'string' ? [name] : []
  })
  return [...new Set([...fields, ...others])]
}
