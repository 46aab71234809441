import { defineRowRule } from './rule.ts'
import { textHolding } from './text-holding.ts'
import { holdingNumber } from './text-patterns.ts'

const more = (digits: number | string) => `([ -]?[0-9]){${digits}}`
const networks = [
  `4${more(12)}(${more(3)})?(${more(3)})?`,
  `5[ -]?[1-5]${more(14)}`,
  `2[ -]?(2[ -]?2[ -]?[1-9]|2[ -]?[3-9][ -]?[0-9]|[3-6][ -]?[0-9][ -]?[0-9]|7[ -]?[01][ -]?[0-9]|7[ -]?2[ -]?0)${more(12)}`,
  `3[ -]?[47]${more(13)}`,
  `3[ -]?(0[ -]?[0-5]|[68][ -]?[0-9])${more(11)}`,
  `6[ -]?(0[ -]?1[ -]?1|4[ -]?[4-9][ -]?[0-9]|5[ -]?[0-9][ -]?[0-9])${more(12)}`,
  `3[ -]?5[ -]?(2[ -]?[89]|[3-8][ -]?[0-9])${more(12)}`,
  `6[ -]?2${more('14,17')}`,
]
const pattern = holdingNumber(networks.join('|'))

/** A payment card number is found in every text. */
export default defineRowRule({
  ...textHolding(pattern, 'a credit card number'),
  type: 'containsCreditCard',
  title: 'Contains Credit Card',
  description:
    'Every text contains what looks like a card number: a run of digits, with at most one blank or hyphen between two of them, that has the first digits and the length of a Visa, Mastercard, American Express, Diners Club, Discover, JCB or UnionPay number. Digits that a hyphen joins to it belong to it; those beyond a blank may be another number. The check digit is not computed (isCreditCard does that). The empty text fails, NULL passes.',
  examples: [
    {
      shows: 'anywhere in the text; NULL passes',
      columns: { note: 'String' },
      rows: [
        ['4111111111111111'],
        ['paid with 3782 822463 10005 on Monday'],
        ['Karte: 5500-0000-0000-0004.'],
        ['no card'],
        [''],
        [null],
      ],
      given: { fields: ['note'] },
      failing: [3, 4],
    },
    {
      shows: 'a longer run of digits, an unknown start and a wrong length are not cards',
      columns: { note: 'String' },
      rows: [
        ['41111111111111112222'],
        ['1234567890123456'],
        ['411111111111111'],
        ['6200 0000 0000 0000 000'],
      ],
      given: { fields: ['note'] },
      failing: [0, 1, 2],
    },
    {
      shows: 'what a hyphen joins is one number, and beyond a blank another may begin',
      columns: { note: 'String' },
      rows: [
        ['4111-1111-1111-1111-2'],
        ['2-4111-1111-1111-1111'],
        ['4111111111111111-2222'],
        ['4111 1111 1111 1111 12/26'],
        ['2 x 4111-1111-1111-1111 - 26'],
        ['-4111-1111-1111-1111-'],
        ['4111-1111-1111-1111-222'],
      ],
      given: { fields: ['note'] },
      failing: [0, 1, 2],
    },
  ],
})
