import { maskedValue } from '../kernel/masked.ts'
import type { CheckDefinition } from '../model/check.ts'
import { rules } from '../rules/registry.ts'
import type { Rule } from '../rules/rule.ts'

/** What is known of a check that a record fails. */
export type FailedDefinition = Pick<CheckDefinition, 'rule_type' | 'fields' | 'properties'>

/** True when the cells of a record decide which of them fail; otherwise the definition alone does. */
export function looksAtCells({ rule_type }: FailedDefinition): boolean {
  const rule = rules.find(rule_type)
  return rule?.family === 'difference' || blamesOf(rule) !== null
}

/**
 * The fields of a record by whose cells it fails the check, as far as its reader may see them: where a hidden cell may be the one,
 * all that the check names.
 */
export function failingFields(check: FailedDefinition, record: Readonly<Record<string, unknown>>): string[] {
  const rule = rules.find(check.rule_type)
  const { fields, properties } = check
  if (rule?.family === 'difference') return differing(record)
  if (rule?.family === 'entity') return namedIn(properties['distinct_field_name'])
  const blames = blamesOf(rule)
  const blamed = blames ? fields.filter((name) => blames(record[name], properties)) : []
  if (blamed.length > 0) return blamed
  const others = (rule?.field_properties ?? []).flatMap((member) => namedIn(properties[member]))
  return [...new Set([...fields, ...others])]
}

const blamesOf = (rule: Rule | undefined) => (rule?.family === 'row' && rule.blames) || null

/** A comparison shows both sides of a cell, `missing` where a side has no such row. */
function differing(record: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(record).flatMap(([name, cell]) => {
    if (typeof cell !== 'object' || cell === null || !('left' in cell) || !('right' in cell)) return []
    // Of a hidden side nobody can tell.
    if (cell.left === maskedValue || cell.right === maskedValue) return []
    return JSON.stringify(cell.left) === JSON.stringify(cell.right) ? [] : [name]
  })
}

const namedIn = (property: unknown): string[] => (typeof property === 'string' ? [property] : [])
