/** A check as another tool's file has it, in the words of ours. What it refers to stands there by name. */
export interface ImportedCheck {
  /** The name of the table or file that it judges. */
  container: string
  /** The same at each import, so that importing again changes nothing. */
  key: string
  rule_type: string
  description: string
  fields: string[]
  properties: Record<string, unknown>
  /** SQL of the source; null: all rows. */
  filter: string | null
  coverage: number
  /** Why it may judge otherwise than the tool that it comes from; null: it does not, so that it may be in force at once. */
  doubt: string | null
}

/** Something that has no like here, and why. */
interface Leftover {
  place: string
  reason: string
}

/** What a file of another tool says. */
export interface Imported {
  checks: ImportedCheck[]
  leftovers: Leftover[]
}

/** Reads the files of another tool. It asks nobody and writes nothing. */
export interface Importer {
  /** What the command calls it. */
  name: string
  /** What people call it, with the versions of the file that are read. */
  title: string
  /** `content` is the file's JSON or YAML; `container` is what it is about where it does not say so itself. Throws a sentence for another file. */
  read(content: unknown, container: string | null): Imported
}

/** An object of a file; nobody has looked yet what its members are. */
export type Members = Record<string, unknown>

/** What a part of a file says of a check; `check` adds the rest. */
export type Said = Pick<ImportedCheck, 'rule_type'> & Partial<ImportedCheck>

/** Why nothing that takes SQL is made of such a column. */
export const needsQuotes = 'The name of its column needs quotes, which each store writes in its own way.'

/** An object, or one without members for anything else. */
export function objectOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** A list, or an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The texts of a list; one text alone counts as a list of it. */
export const textsOf = (value: unknown): string[] =>
  (typeof value === 'string' ? [value] : listOf(value)).filter((one) => typeof one === 'string')

/** A text, or null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** A number, also where it is written as text; else null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
}

/** The same with all digits, for a bound of values: a whole number beyond 2^53 is a bigint. */
export function boundOf(value: unknown): number | bigint | null {
  const text = typeof value === 'bigint' || typeof value === 'string' ? String(value).trim() : ''
  const isLong = /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text))
  return isLong ? BigInt(text) : numberOf(value)
}

/** The share of rows that must pass where so many percent may fail; of twelve digits, because 1 - 0.07 is not 0.93. */
export const allowing = (percent: number): number => Number((1 - percent / 100).toFixed(12))

/** What every check has where its file says nothing. */
export function check(given: Pick<ImportedCheck, 'container'> & Said): ImportedCheck {
  const fields = given.fields ?? []
  // What is compared with a number is compared over the container itself.
  const own = given.rule_type === 'aggregationComparison' && { ref_container: given.container }
  return {
    key: '',
    description: `${given.rule_type}${fields.length === 0 ? '' : ` of ${fields.join(', ')}`}`,
    fields,
    filter: null,
    coverage: 1,
    doubt: null,
    ...given,
    properties: { ...own, ...given.properties },
  }
}

/** What stands between a number that is computed over the rows and a limit. */
export type Relation = 'lt' | 'lte' | 'eq' | 'gte' | 'gt'

/** A check that an aggregate, in SQL that every store reads, stands in this relation to a number. */
export const compared = (expression: string, comparison: Relation, limit: number | bigint): Said => ({
  rule_type: 'aggregationComparison',
  fields: [],
  // A number alone is no aggregate.
  properties: { expression, comparison, ref_expression: `max(${limit})` },
})

/** What a check demands, of how many rows it may be: a service has one Active check for it. */
export const demandOf = ({ container, rule_type, fields, properties, filter }: ImportedCheck): string =>
  JSON.stringify([container, rule_type, fields, properties, filter], (_member, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** What was read, with one check for those that demand the same, and with keys. Of two shares of rows the greater stays. */
export function concluded({ checks, leftovers }: Imported): Imported {
  const kept = new Map<string, ImportedCheck>()
  const weaker: Leftover[] = []
  for (const one of checks.toSorted((left, right) => right.coverage - left.coverage)) {
    const demand = demandOf(one)
    const stricter = kept.get(demand)
    if (!stricter) kept.set(demand, one)
    else if (stricter.coverage !== one.coverage)
      weaker.push({
        place: `${one.container} ${one.key || one.description}`,
        reason: `Another check demands the same of ${stricter.coverage * 100} % of the rows, and there can be one of both.`,
      })
  }
  return {
    checks: withKeys(checks.filter((one) => kept.get(demandOf(one)) === one)),
    leftovers: [...leftovers, ...weaker],
  }
}

/**
 * The same checks, each with a key that no other of its container has: that of its file, else one of rule and fields, with a number behind
 * those that are alike.
 */
function withKeys(checks: readonly ImportedCheck[]): ImportedCheck[] {
  const taken = new Set<string>()
  const keyed = (one: ImportedCheck, base: string): ImportedCheck => {
    const id = (key: string) => JSON.stringify([one.container, key])
    let key = base
    for (let count = 2; taken.has(id(key)); count += 1) key = `${base}_${count}`
    taken.add(id(key))
    return { ...one, key }
  }
  const named = new Map(checks.filter(({ key }) => key !== '').map((one) => [one, keyed(one, one.key)]))
  return checks.map(
    (one) => named.get(one) ?? keyed(one, [one.rule_type, ...one.fields].join('__').toLowerCase()),
  )
}

/** The SQL of a field's name that every store reads the same; null for names that need quotes, which stores write differently. */
export const plainName = (name: string): string | null => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : null)

/** Both conditions; null where there is none. */
export function both(...conditions: (string | null)[]): string | null {
  const given = conditions.filter((one) => one !== null)
  return given.length < 2 ? (given[0] ?? null) : given.map((one) => `(${one})`).join(' and ')
}

/** A value as SQL. */
export const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`
