import { Type } from 'typebox'
import { column, notInList } from '../sql/build.ts'
import { literalInList, scalarTypes } from './literals.ts'
import { ValueList } from './properties.ts'
import { defineRowRule } from './rule.ts'

/** Every value is one of the listed. */
export default defineRowRule({
  type: 'expectedValues',
  title: 'Expected Values',
  description:
    'Every value is one of the list, compared exactly (letter case and blanks count). NULL passes and cannot be listed; NaN cannot be listed and fails.',
  scope: 'single',
  accepts: scalarTypes,
  properties: Type.Object({ list: ValueList(10_000) }, { additionalProperties: false }),
  filterable: true,
  supports_coverage: true,
  weight: 2,
  validate({ field, properties: { list } }) {
    for (const [index, value] of list.entries()) literalInList(field, value, index)
  },
  failing: ({ field, properties: { list } }) =>
    notInList(
      column(field),
      list.map((value, index) => literalInList(field, value, index)),
    ),
  names_values: true,
  says: () => ({
    record: 'does not appear in the list of expected values',
    shape: 'do not appear in the list of expected values',
  }),
  examples: [
    {
      shows: 'letter case and the empty text count; NULL passes',
      columns: { status: 'String' },
      rows: [['open'], ['Open'], [''], ['größe'], ["it's"], [null]],
      given: { fields: ['status'], properties: { list: ['open', 'größe', "it's"] } },
      failing: [1, 2],
    },
    {
      shows: 'whole numbers are exact beyond 2^53 when the list writes them as text',
      columns: { id: 'Integral' },
      rows: [[9007199254740993n], [9007199254740992n], [0], [null]],
      given: { fields: ['id'], properties: { list: ['9007199254740993', 0] } },
      failing: [1],
    },
    {
      shows: 'dates are listed as ISO text',
      columns: { due: 'Date' },
      rows: [['2024-02-29'], ['2024-03-01'], [null]],
      given: { fields: ['due'], properties: { list: ['2024-02-29'] } },
      failing: [1],
    },
    {
      shows: 'times in the list may carry a zone',
      columns: { sent: 'Timestamp' },
      rows: [['2024-02-29 10:00:00'], ['2024-02-29 12:00:00'], [null]],
      given: { fields: ['sent'], properties: { list: ['2024-02-29T12:00:00+02:00'] } },
      failing: [1],
    },
    {
      shows: 'true and false',
      columns: { paid: 'Boolean' },
      rows: [[true], [false], [null]],
      given: { fields: ['paid'], properties: { list: [true] } },
      failing: [1],
    },
  ],
})
