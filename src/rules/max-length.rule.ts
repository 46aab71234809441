import { lengthBound } from './length-bound.ts'
import { defineRowRule } from './rule.ts'

/** No text is longer than the given number of characters. */
export default defineRowRule({
  ...lengthBound('longer'),
  type: 'maxLength',
  title: 'Max Length',
  description:
    'Every text has at most the given number of characters (Unicode code points). NULL passes; an empty text has length 0.',
  examples: [
    {
      shows: 'the given length itself passes; NULL passes',
      columns: { code: 'String' },
      rows: [['ab'], ['abc'], ['abcd'], [''], [null]],
      given: { fields: ['code'], properties: { value: 3 } },
      failing: [2],
    },
    {
      shows: 'characters are counted, not bytes; blanks count',
      columns: { name: 'String' },
      rows: [['äöü'], ['日本'], ['🙂🙂🙂'], ['a  '], ['a   ']],
      given: { fields: ['name'], properties: { value: 3 } },
      failing: [4],
    },
  ],
})
