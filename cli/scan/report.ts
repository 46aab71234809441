/** What a check says of a container, and the first row that fails it. */
export interface Verdict {
  container: string
  check: string
  rule: string
  fields: string[]
  verdict: 'passed' | 'failed' | 'unasserted'
  /** Why there is no verdict, or null. */
  reason: string | null
  /** How many rows fail; null where rows are not what is judged. */
  failing: number | null
  /** The greatest weight of its anomalies; null where there is none. */
  weight: number | null
  /** In words, what an anomaly of it says; null where there is none. */
  message: string | null
  /** Values of a failing row by field, masked as for the caller; null where no row is to blame. */
  record: Record<string, unknown> | null
}

/** What a scan found, as all forms of output say it. */
export interface Report {
  /** What was scanned: files as they were typed, or a datastore. */
  target: string
  containers: number
  records: number
  /** How many checks hold in every row and were therefore not judged again; 0 where none were inferred. */
  holding: number
  verdicts: Verdict[]
}

/** Those that failed, the weightiest first. */
export const failed = ({ verdicts }: Report): Verdict[] =>
  verdicts
    .filter(({ verdict }) => verdict === 'failed')
    .toSorted((one, other) => (other.weight ?? 0) - (one.weight ?? 0) || compare(one, other))

/** Verdicts on checks that could not be evaluated. */
export const unasserted = ({ verdicts }: Report): Verdict[] =>
  verdicts.filter(({ verdict }) => verdict === 'unasserted')

function compare(one: Verdict, other: Verdict): number {
  return one.container.localeCompare(other.container, 'en') || one.check.localeCompare(other.check, 'en')
}

/** The record in one line, the fields of the check first because lines are cut. */
export function recordLine({ record, fields, message }: Verdict): string {
  if (record === null) return message ?? ''
  const names = new Set([...fields.filter((name) => name in record), ...Object.keys(record)])
  return [...names].map((name) => `${name}: ${shown(record[name])}`).join(', ')
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
