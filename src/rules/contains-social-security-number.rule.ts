import { defineRowRule } from './rule.ts'
import { textHolding } from './text-holding.ts'
import { holdingNumber } from './text-patterns.ts'

// Never issued: area 000, 666 and 900 to 999, group 00, serial 0000.
const area = '(00[1-9]|0[1-9][0-9]|[1-57-8][0-9]{2}|6[0-57-9][0-9]|66[0-57-9])'
const group = '(0[1-9]|[1-9][0-9])'
const serial = '(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})'
const pattern = holdingNumber(`${area}[ -]?${group}[ -]?${serial}`)

/** A United States social security number is found in every text. */
export default defineRowRule({
  ...textHolding(pattern, 'a valid social security number'),
  type: 'containsSocialSecurityNumber',
  title: 'Contains Social Security Number',
  description:
    'Every text contains nine digits that can be a United States social security number, alone or divided 3-2-4 by a blank or hyphen; numbers that are never issued do not count, nor do nine digits that a hyphen joins to more. The empty text fails, NULL passes.',
  weight: 3,
  examples: [
    {
      shows: 'anywhere in the text, with or without separators; NULL passes',
      columns: { note: 'String' },
      rows: [['234567890'], ['SSN 234-56-7890.'], ['234 56 7890'], ['none'], [''], [null]],
      given: { fields: ['note'] },
      failing: [3, 4],
    },
    {
      shows: 'numbers that are never issued, and longer runs of digits',
      columns: { note: 'String' },
      rows: [
        ['666-12-3456'],
        ['000-12-3456'],
        ['900-12-3456'],
        ['234-00-3456'],
        ['234-56-0000'],
        ['2345678901'],
        ['665-12-3456'],
      ],
      given: { fields: ['note'] },
      failing: [0, 1, 2, 3, 4, 5],
    },
    {
      shows: 'what a hyphen joins is one number, and beyond a blank another may begin',
      columns: { note: 'String' },
      rows: [
        ['234-56-7890-1'],
        ['1-234-56-7890'],
        ['234567890-12'],
        ['234-56-7890 12/26'],
        ['(-234-56-7890-)'],
      ],
      given: { fields: ['note'] },
      failing: [0, 1, 2],
    },
  ],
})
