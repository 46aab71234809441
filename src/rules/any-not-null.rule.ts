import { and, column, isNull } from '../sql/build.ts'
import { defineRowRule, noProperties } from './rule.ts'

/** At least one of the chosen fields has a value in every row. */
export default defineRowRule({
  type: 'anyNotNull',
  title: 'Any Not Null',
  description: 'At least one of the chosen fields has a value: a row fails when all of them are NULL.',
  scope: 'multi',
  accepts: 'all',
  properties: noProperties,
  filterable: true,
  supports_coverage: true,
  weight: 2,
  subject: 'row',
  failing: ({ fields }) => and(...fields.map((field) => isNull(column(field)))),
  says({ fields }) {
    const names = fields.map(({ name }) => `\`${name}\``).join(', ')
    return {
      record: fields.length === 1 ? `${names} has no value.` : `None of ${names} has a value.`,
      shape: 'have no value set for any of them',
    }
  },
  examples: [
    {
      shows: 'one value is enough; an empty text is one',
      columns: { email: 'String', phone: 'String' },
      rows: [
        ['a@b.org', null],
        [null, ''],
        [null, null],
      ],
      given: { fields: ['email', 'phone'] },
      failing: [2],
    },
    {
      shows: 'fields of different types',
      columns: { born: 'Date', age: 'Integral', adult: 'Boolean' },
      rows: [
        [null, null, false],
        [null, 0, null],
        [null, null, null],
      ],
      given: { fields: ['born', 'age', 'adult'] },
      failing: [2],
    },
  ],
})
