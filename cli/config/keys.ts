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

/** What a key is made of. */
interface Keyed {
  id: number
  additional_metadata: Record<string, unknown> | null
}

/**
 * A key for each, by their ids: the one that its file gave it, else that of its rule. One that is taken gets a number behind it, also where
 * a copy of a thing has kept the pairs of the other.
 */
export function freeKeys<Thing extends Keyed>(
  things: readonly Thing[],
  pair: typeof checkKey | typeof templateKey,
  ofRule: (thing: Thing) => string,
): Map<number, string> {
  const keys = new Map<number, string>()
  const taken = new Set<string>()
  const take = (id: number, base: string): void => {
    let key = base
    for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`
    taken.add(key)
    keys.set(id, key)
  }
  for (const { id, additional_metadata: pairs } of things) {
    const key = pairs?.[pair]
    if (typeof key === 'string') take(id, key)
  }
  for (const thing of things) if (!keys.has(thing.id)) take(thing.id, ofRule(thing))
  return keys
}

/** The same of templates, oldest first. */
export const keysOfTemplates = (templates: readonly CheckTemplate[]): Map<number, string> =>
  freeKeys(templates, templateKey, ({ rule_type }) => rule_type.toLowerCase())
