import { OwnRefusal, StatementRefused, StatementTooLarge, StatementTooLate } from '../connectors/connector.ts'
import { opened } from '../kernel/held.ts'
import { RunFailure, ServiceError } from '../kernel/errors.ts'
import { maskedInReach, type ScanRequest } from './check.ts'
import { withheldFailure } from './masking.ts'

/**
 * The reason of an unasserted check whose statement the source refused. Sources quote the value that they stumbled over,
 * so their own words are withheld from a container with masked fields.
 */
export function refusal(error: StatementRefused, masked: ReadonlySet<string>): string {
  const advice = isAboutLimits(error)
    ? 'Let its filter leave fewer rows, make what it computes cheaper, or have that limit raised.'
    : "Correct the check's filter or properties, or the rows that they stumble over."
  return `The source refused to evaluate it${wordsOf(error, masked)}. ${advice}`
}

/** What to do about a field or fields, named by `fields`, whose values the source refused to measure or to show. */
export const adviceOnFields = (error: StatementRefused, fields: string): string =>
  isAboutLimits(error)
    ? `Have that limit raised, or exclude ${fields}.`
    : `Mend the values, or exclude ${fields}.`

/** True for a statement that was in order, but took more of something than it was allowed. */
const isAboutLimits = (error: StatementRefused): boolean =>
  error instanceof StatementTooLate || error instanceof StatementTooLarge

/** The source's own words after a colon, or that they are withheld. `masked` are the names of fields whose values must not show. */
export function wordsOf(error: StatementRefused, masked: ReadonlySet<string>): string {
  if (masked.size > 0 && !(error instanceof OwnRefusal))
    return " (the source's words are withheld: they may show values of masked fields)"
  return `: ${opened(error.words).replace(/\.$/, '')}`
}

/** True for what is wrong with SQL that a person wrote: the source refused it, or a check of ours, which throws a plain Error. */
export function isOfWrittenSql(error: unknown): boolean {
  return error instanceof StatementRefused || (error instanceof Error && error.constructor === Error)
}

/** The reason of a check whose other side refused, is out of reach or cannot be read; anything else is no check's fault. */
export function reasonOrThrow(error: unknown, request: ScanRequest): string {
  if (error instanceof StatementRefused) return refusal(error, maskedInReach(request))
  if (error instanceof ServiceError) return `The container that it refers to cannot be read: ${error.message}`
  if (error instanceof RunFailure && !error.retryable)
    return maskedInReach(request).size > 0 ? withheldFailure(error.message) : error.message
  throw error
}
