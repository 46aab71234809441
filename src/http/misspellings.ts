import type { Violation } from '../kernel/errors.ts'
import { isMisspelling } from '../kernel/nearest.ts'

interface Form {
  properties?: Record<string, Form>
  additionalProperties?: unknown
  items?: Form
  anyOf?: Form[]
  oneOf?: Form[]
}

/** Unknown names of one request that are compared with the known ones. */
const mostCompared = 1000
/** The most misspelt names that a refusal lists. */
const mostListed = 20

/**
 * Unknown members whose names are misspellings of known ones: another letter case, singular for plural, one or
 * two letters off. `answered` are names that answers have: clients send those back, and they stay ignored.
 */
export function misspelledMembers(
  schema: object,
  value: unknown,
  part: string,
  answered: ReadonlySet<string>,
): Violation[] {
  const objects = Array.isArray(value) ? value.map((item, index) => [index, item]) : [[null, value]]
  const forms = (Array.isArray(value) ? itemsOf(schema) : [schema]).flatMap(formsOf)
  const known = namesOf(forms)
  if (known.size === 0 || forms.some((form) => form.additionalProperties !== undefined)) return []
  const found: Violation[] = []
  let compared = 0
  for (const [index, object] of objects) {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) continue
    for (const name of Object.keys(object as object)) {
      if (known.has(name) || answered.has(name)) continue
      if (found.length === mostListed || compared === mostCompared) return found
      compared += 1
      const meant = [...known].find((other) => isMisspelling(name, other))
      if (meant === undefined) continue
      const loc = [part, ...(typeof index === 'number' ? [index] : []), name]
      found.push({ loc, msg: `${name} is not known here; did you mean ${meant}?`, type: 'unknown_member' })
    }
  }
  return found
}

/** The names of the members that a part of a request may have; of a list those of its items. */
export function topLevelNames(schema: object): Set<string> {
  return namesOf([schema, ...itemsOf(schema)].flatMap(formsOf))
}

function namesOf(forms: readonly Form[]): Set<string> {
  return new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))
}

function itemsOf(schema: Form): Form[] {
  return formsOf(schema).flatMap((form) => form.items ?? [])
}

function formsOf(form: Form): Form[] {
  return [form, ...[...(form.anyOf ?? []), ...(form.oneOf ?? [])].flatMap(formsOf)]
}

/** The names of all members of these schemas, at every level. */
export function memberNames(schemas: readonly (object | null)[]): Set<string> {
  const names = new Set<string>()
  const waiting: unknown[] = [...schemas]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const { properties } = next as Form
    if (typeof properties === 'object') for (const name of Object.keys(properties)) names.add(name)
    waiting.push(...Object.values(next))
  }
  return names
}
