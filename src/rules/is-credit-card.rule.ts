import { and, call, column, inList, isNotNull, not, number, text } from '../sql/build.ts'
import { defineRowRule, noProperties } from './rule.ts'

const pattern = '^[1-9]([ -]?[0-9]){12,18}$'
// 19 digits of at most 9 each.
const multiplesOfTen = Array.from({ length: 17 }, (_, index) => number((index + 1) * 10))

/** Every text is a payment card number. */
export default defineRowRule({
  type: 'isCreditCard',
  title: 'Is Credit Card',
  description:
    'Every text is a card number: 13 to 19 digits, the first not 0, with at most one blank or hyphen between two of them, whose check digit is right (Luhn). The empty text fails, NULL passes.',
  scope: 'single',
  accepts: ['String'],
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  feeds: 'conformity',
  failing({ field }) {
    const value = column(field)
    const isCard = and(call('matches', value, text(pattern)), inList(call('luhn_sum', value), multiplesOfTen))
    return and(isNotNull(value), not(isCard))
  },
  says: () => ({
    record: 'is not a valid credit card number',
    shape: 'are not valid credit card numbers',
  }),
  examples: [
    {
      shows: 'blanks and hyphens may stand between digits; NULL passes',
      columns: { card: 'String' },
      rows: [
        ['4111111111111111'],
        ['4111 1111 1111 1111'],
        ['4111-1111-1111-1111'],
        ['378282246310005'],
        [null],
      ],
      given: { fields: ['card'] },
      failing: [],
    },
    {
      shows: 'a wrong check digit, a wrong length, other characters, the empty text',
      columns: { card: 'String' },
      rows: [
        ['4111111111111112'],
        ['411111111111'],
        ['00000000000000000000'],
        ['0000000000000000'],
        ['4111  1111 1111 1111'],
        ['card 4111111111111111'],
        ['４１１１１１１１１１１１１１１１'],
        [''],
      ],
      given: { fields: ['card'] },
      failing: [0, 1, 2, 3, 4, 5, 6, 7],
    },
  ],
})
