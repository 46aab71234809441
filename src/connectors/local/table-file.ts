import { RunFailure } from '../../kernel/errors.ts'

/** The name of the file of a table. Throws RunFailure for a name that could be that of another folder. */
export function tableFile(table: string): string {
  if (/^[\w -][\w. -]*$/u.test(table)) return `${table}.parquet`
  throw new RunFailure(
    `"${table}" cannot be the name of a file: choose an enrichment_prefix of letters, digits and _.`,
  )
}
