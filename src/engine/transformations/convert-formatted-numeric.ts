import type { DiscoveredField } from '../../model/field.ts'
import { call, caseWhen, cast, column, minus, nothing, number, text } from '../../sql/build.ts'
import { defineTransformation } from './transformation.ts'

/** Signs of currencies, percent, and what groups digits; blanks too. */
const decoration = '[$€£¥%, ]'
const digits = '([0-9]{1,64}([.][0-9]{1,64})?|[.][0-9]{1,64})'
/** A number as it is left, parentheses around it or not. */
const wholeNumber = `^([+-]?${digits}|[(]${digits}[)])$`

/**
 * The number in a text that is written for people: `$1,234.56` is 1234.56, `100%` is 100, and `(2020)`, as accountants write it, is
 * -2020. NULL for a text that is none.
 */
export const convertFormattedNumeric = defineTransformation({
  name: 'convertFormattedNumeric',
  reads: ['String'],
  members: [],
  fault: () => null,
  gives: () => ({ type: 'Fractional', cast: 'fractional' }),
  expression(_properties, source) {
    const bare = call('replace_matches', column(source as DiscoveredField), text(decoration), text(''))
    const value = cast(call('replace_matches', bare, text('[+()]'), text('')), 'fractional')
    const signed = caseWhen(call('matches', bare, text('^[(]')), minus(number(0), value), value)
    return caseWhen(call('matches', bare, text(wholeNumber)), signed, nothing)
  },
})
