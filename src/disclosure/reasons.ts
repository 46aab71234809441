import { StatementRefused } from '../connectors/connector.ts'
import { withheldFailure } from '../engine/masking.ts'
import { RunFailure } from '../kernel/errors.ts'
import { opened } from '../kernel/held.ts'

/**
 * Does the work, and says why the source refused it, as a RunFailure; where a container that it reads has masked fields, the
 * source's reason for that or any other failure is withheld. What may pass when it is tried again (a lost connection) is no
 * reason of that kind, and stays.
 */
export async function withholdingReason<Result>(
  masked: ReadonlySet<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonIn(error)
    if (reason === null) throw error
    const said = masked.size === 0 ? reason : withheldFailure(reason)
    throw new RunFailure(said, { cause: error })
  }
}

function reasonIn(error: unknown): string | null {
  if (error instanceof StatementRefused) return `The source refused a statement: ${sentenceOf(error)}`
  return error instanceof RunFailure && !error.retryable ? error.message : null
}

/** What the source said in refusing a statement, as a sentence; null where it may quote values of a masked field. */
export function shownRefusal(error: StatementRefused, hides: boolean): string | null {
  return hides ? null : sentenceOf(error)
}

/** Sources end their reasons with a full stop or without; others may follow. */
const sentenceOf = ({ words }: StatementRefused): string => opened(words).replace(/\.?$/, '.')

/** The beginning of a remark in the log of a run that goes on with what the source said when it was asked for these rows. */
export const unshownRows = (checkId: number, which: 'the' | 'all'): string =>
  `The source does not show ${which} rows that fail check ${checkId}`

/** The same for a field that it did not measure. */
export const unmeasuredField = (field: string): string => `"${field}" could not be measured whole`

/** The same for rows from which checks were to be inferred. */
export const unlearnedRows = 'No checks were inferred, because the source did not show the rows to learn from'

/** What all of these begin with, as a regular expression of PostgreSQL: behind it such a remark may quote any value of its container. */
export const beforeItsWords = String.raw`^(?:The source does not show (?:the|all) rows that fail check \d+|".*" could not be measured whole|${unlearnedRows})`
