import { Type } from 'typebox'
import { above, call, column, number } from '../sql/build.ts'
import { elementContext } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** No text is longer than the given number of characters. */
export default defineRowRule({
  type: 'maxLength',
  title: 'Max Length',
  description:
    'Every text has at most the given number of characters (Unicode code points). NULL passes; an empty text has length 0.',
  scope: 'single',
  accepts: ['String'],
  properties: Type.Object(
    { value: Type.Integer({ minimum: 0, description: 'Number of characters.' }), ...elementContext },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'conformity',
  failing: ({ field, properties: { value } }) => above(call('length', column(field)), number(value)),
  says: ({ properties: { value } }) => ({
    record: `is longer than ${value} characters`,
    shape: `are longer than ${value} characters`,
  }),
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
