import { Type } from 'typebox'
import { below, call, column, number } from '../sql/build.ts'
import { elementContext } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** No text is shorter than the given number of characters. */
export default defineRowRule({
  type: 'minLength',
  title: 'Min Length',
  description:
    'Every text has at least the given number of characters (Unicode code points). NULL passes; an empty text has length 0.',
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
  failing: ({ field, properties: { value } }) => below(call('length', column(field)), number(value)),
  says: ({ properties: { value } }) => ({
    record: `is shorter than ${value} characters`,
    shape: `are shorter than ${value} characters`,
  }),
  examples: [
    {
      shows: 'the given length itself passes; NULL passes',
      columns: { code: 'String' },
      rows: [['ab'], ['abc'], ['abcd'], [''], [null]],
      given: { fields: ['code'], properties: { value: 3 } },
      failing: [0, 3],
    },
    {
      shows: 'characters are counted, not bytes; blanks count',
      columns: { name: 'String' },
      rows: [['äöü'], ['日本'], ['🙂🙂🙂'], ['a  '], ['a   ']],
      given: { fields: ['name'], properties: { value: 3 } },
      failing: [1],
    },
  ],
})
