/** The longest name of a table that all stores take, in characters. */
const longest = 60

/** Between a prefix and the name of a container that is copied. */
const copied = '_mat'

/** Names of tables after the prefix of the datastore that they are about, with what people call them. */
export const tableLabels = {
  check_metrics: 'Check metrics',
  failed_checks: 'Failed checks',
  source_records: 'Source records',
  scan_operations: 'Scan operations',
  anomalies_export: 'Exported anomalies',
  checks_export: 'Exported checks',
  field_profiles_export: 'Exported field profiles',
} as const
/** The name of a table of results, after the prefix of the datastore that it is about. */
export type ResultTableName = keyof typeof tableLabels

/** The table of exported templates after the prefix of the enrichment datastore itself. */
export const templatesTable = 'check_templates_export'

/** The longest of the names above, after a prefix, in characters; those with an id are no longer. */
const longestEnd = `_${templatesTable}`.length

/** The characters that a prefix may have where names of tables have this many at most. */
export const longestPrefix = (longestTable: number): number => longestTable - longestEnd

/**
 * True where tables of one prefix may have names of the other: they are the same in lower case, or copies of one (`_a_mat_orders`)
 * begin as all tables of the other (`_a_mat`).
 */
export function sharesTables(prefix: string, other: string): boolean {
  const [one, two] = [prefix.toLowerCase(), other.toLowerCase()]
  return one === two || `${one}_`.startsWith(`${two}${copied}_`) || `${two}_`.startsWith(`${one}${copied}_`)
}

interface Named {
  id: number
  name: string
}

/** The table of the failing rows of a container. */
export const remediationTable = (prefix: string, { id }: Pick<Named, 'id'>): string =>
  `${prefix}_remediation_${id}`

/**
 * The table that a container is copied into: by its name where that is letters, digits and underscores, short enough, and no other of
 * `all` differs from it in letter case alone; else by its id.
 */
export function materializedTable(prefix: string, container: Named, all: readonly Named[]): string {
  const { id, name } = container
  const byName = `${prefix}${copied}_${name}`
  const isTwice = all.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const isPlain = /^\w+$/.test(name) && byName.length <= longest
  return isPlain && !isTwice ? byName : `${prefix}_materialize_${id}`
}
