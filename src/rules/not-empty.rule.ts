import { column, equal, text } from '../sql/build.ts'
import { onlyElementContext } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** No text is empty. */
export default defineRowRule({
  type: 'notEmpty',
  title: 'Not Empty',
  description:
    'No text is the empty text. Blanks are not empty, and NULL passes: its absence is for notNull.',
  scope: 'single',
  accepts: ['String'],
  properties: onlyElementContext,
  filterable: true,
  supports_coverage: true,
  weight: 1,
  failing: ({ field }) => equal(column(field), text('')),
  says: () => ({ record: 'is empty', shape: 'are empty' }),
  examples: [
    {
      shows: 'only the empty text fails; NULL passes',
      columns: { name: 'String' },
      rows: [[''], [' '], ['\t'], ['0'], [null]],
      given: { fields: ['name'] },
      failing: [0],
    },
    {
      shows: 'rows outside the filter are not judged',
      columns: { name: 'String', region: 'String' },
      rows: [
        ['', 'north'],
        ['', 'south'],
        ['', null],
      ],
      given: { fields: ['name'], filter: "region = 'north'" },
      failing: [0],
    },
  ],
})
