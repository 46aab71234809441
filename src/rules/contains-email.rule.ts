import { defineRowRule } from './rule.ts'
import { textHolding } from './text-holding.ts'

// The bounds are those of RFC 5321 and keep a backtracking engine linear on long texts.
const pattern = '[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}'

/** An e-mail address is found in every text. */
export default defineRowRule({
  ...textHolding(pattern, 'an e-mail address'),
  type: 'containsEmail',
  title: 'Contains Email',
  description:
    'Every text contains an e-mail address: ASCII letters, digits and `._%+-` before the @, a domain with a dot after it. The empty text fails, NULL passes.',
  examples: [
    {
      shows: 'anywhere in the text; NULL passes',
      columns: { contact: 'String' },
      rows: [
        ['ann@example.org'],
        ['Ann <ann.b+c@mail.example.co.uk>, home'],
        ['ann at example.org'],
        [''],
        [null],
      ],
      given: { fields: ['contact'] },
      failing: [2, 3],
    },
    {
      shows: 'a domain needs a dot and a name on both sides of it',
      columns: { contact: 'String' },
      rows: [['ann@localhost'], ['@example.org'], ['ann@.org'], ['ann@example.'], ['größe@example.org']],
      given: { fields: ['contact'] },
      failing: [0, 1, 2, 3],
    },
  ],
})
