import { column, isNull, or } from '../sql/build.ts'
import { onlyElementContext } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every chosen field has a value in every row. */
export default defineRowRule({
  type: 'notNull',
  title: 'Not Null',
  description:
    'Every chosen field has a value: a row fails once when any of them is NULL. An empty text is a value, and so is NaN.',
  scope: 'multi',
  accepts: 'all',
  properties: onlyElementContext,
  filterable: true,
  supports_coverage: true,
  weight: 1,
  subject: 'row',
  failing: ({ fields }) => or(...fields.map((field) => isNull(column(field)))),
  blames: (cell) => cell === null,
  says({ fields }) {
    const names = fields.map(({ name }) => `\`${name}\``).join(', ')
    return {
      record: fields.length === 1 ? `${names} has no value.` : `At least one of ${names} has no value.`,
      shape: 'have no value set',
    }
  },
  examples: [
    {
      shows: 'NULL fails; an empty text, zero and blanks are values',
      columns: { code: 'String' },
      rows: [['a'], [''], [' '], [null]],
      given: { fields: ['code'] },
      failing: [3],
    },
    {
      shows: 'one NULL among several fields is enough',
      columns: { street: 'String', number: 'Integral' },
      rows: [
        ['Elm', 1],
        ['Elm', null],
        [null, 0],
        [null, null],
      ],
      given: { fields: ['street', 'number'] },
      failing: [1, 2, 3],
    },
    {
      shows: 'rows outside the filter are not judged',
      columns: { code: 'String', weight: 'Integral' },
      rows: [
        [null, 1],
        [null, 2],
        ['a', 2],
      ],
      given: { fields: ['code'], filter: 'weight > 1' },
      failing: [1],
    },
  ],
})
