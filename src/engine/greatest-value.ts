import type { DiscoveredField } from '../model/field.ts'
import type { Expression } from '../sql/ast.ts'
import { above, atMost, caseWhen, column, date, max, nothing, number, timestamp } from '../sql/build.ts'

/** The last day that stands for itself: tables have the day after it, or an infinity, for "for ever". */
export const lastOrdinaryDay = '9999-12-30'

/** True of a time after which no later row can come. */
export const isForEver = (moment: Date): boolean => moment.getTime() > Date.parse(lastOrdinaryDay)

/** Whether later rows can have a value above this text of a number or a time: not above a NaN, an infinity, or a time that stands for "for ever". */
export const isStartingPoint = (value: string): boolean =>
  !/^(?:nan$|[-+]?inf|9999-12-31|\d{5,}-)/i.test(value)

/** The greatest value of a field that a later row can still be above: no NaN and no infinity, and no time that stands for "for ever". */
export function greatestValue(field: DiscoveredField): Expression {
  const value = column(field)
  const end = endOf(field)
  return max(end === null ? value : caseWhen(atMost(value, end), value, nothing))
}

/** Of the rows that `greatestValue` leaves out, those with a value; null where it leaves none out. */
export function isBeyondAll(field: DiscoveredField): Expression | null {
  const end = endOf(field)
  return end === null ? null : above(column(field), end)
}

function endOf({ type, native_type }: DiscoveredField): Expression | null {
  switch (type) {
    case 'Integral':
      // Decimals of PostgreSQL may be NaN and infinite, also those without digits behind the point.
      return /^numeric/i.test(native_type) ? number(Number.MAX_VALUE) : null
    case 'Fractional':
      return number(Number.MAX_VALUE)
    case 'Date':
      return date(lastOrdinaryDay)
    case 'Timestamp':
      return timestamp(lastOrdinaryDay)
    default:
      return null
  }
}
