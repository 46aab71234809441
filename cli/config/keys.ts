import type { CheckTemplate } from '../../client/src/index.ts'

/** Where a check keeps the key that its file gives it, among its additional metadata. */
export const checkKey = 'assay_key'
/** Where a template does; another name, because the checks of a template inherit its metadata. */
export const templateKey = 'assay_template_key'

/** The pairs without those that hold keys; null: there are no others. */
export function ownPairs(pairs: Record<string, unknown> | null): Record<string, unknown> | null {
  const own = Object.entries(pairs ?? {}).filter(([name]) => name !== checkKey && name !== templateKey)
  return own.length === 0 ? null : Object.fromEntries(own)
}

/** The keys of templates by their ids: as their files gave them, else of the rule, with a number where several are alike. */
export function keysOfTemplates(templates: readonly CheckTemplate[]): Map<number, string> {
  const keys = new Map<number, string>()
  for (const { id, additional_metadata: pairs } of templates) {
    const key = pairs?.[templateKey]
    if (typeof key === 'string') keys.set(id, key)
  }
  const taken = new Set(keys.values())
  for (const { id, rule_type } of templates) {
    if (keys.has(id)) continue
    let key = rule_type.toLowerCase()
    for (let count = 2; taken.has(key); count += 1) key = `${rule_type.toLowerCase()}_${count}`
    taken.add(key)
    keys.set(id, key)
  }
  return keys
}
