import type { CheckDefinition } from '../model/check.ts'
import { ownSql } from '../rules/own-sql.ts'

/**
 * True when a person's SQL may read one of the masked fields. Names are looked for as they stand, whatever is around them:
 * withholding a number too many does no harm. An escaped name could spell any of them.
 */
export function mayRead(sql: string | null, masked: ReadonlySet<string>): boolean {
  if (sql === null || masked.size === 0) return false
  const text = sql.toLowerCase()
  return (
    /u&\s*"/.test(text) ||
    [...masked].some((name) => spellings(name.toLowerCase()).some((spelled) => text.includes(spelled)))
  )
}

/** A name as it stands between the quotes of one language or another, each of which doubles its own. */
const spellings = (name: string): string[] => [
  name,
  ...['"', '`', ']'].map((quote) => name.replaceAll(quote, quote + quote)),
]

/** True when a number computed for the check may come from a masked field: one of its own, or one in its filter or other SQL. */
export function computesFromMasked(
  check: Pick<CheckDefinition, 'rule_type' | 'fields' | 'filter' | 'properties'>,
  masked: ReadonlySet<string>,
): boolean {
  return (
    check.fields.some((name) => masked.has(name)) ||
    [check.filter, ...Object.values(ownSql(check))].some((sql) => mayRead(sql, masked))
  )
}

/**
 * In the place of a source's own reason for a failure, which may quote any value: only the file and the line or record stay. For
 * containers with masked fields.
 */
export function withheldFailure(reason: string): string {
  const [, file, position] = /^The file "([^"]*)"(?:[^"(]{0,40}?\b((?:line|record) \d+))?/.exec(reason) ?? []
  const subject =
    file === undefined ? 'Its rows' : `The file "${file}"${position === undefined ? '' : `, ${position},`}`
  return `${subject} cannot be read; the reason is withheld, because it may show values of masked fields. Mend the source, or run a sync if its types changed.`
}
