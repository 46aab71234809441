import { Type } from 'typebox'
import { call, column, not, text } from '../sql/build.ts'
import { defineRowRule } from './rule.ts'
import { dayPattern, timePattern } from './text-patterns.ts'

const zone = ' ?([Zz]|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)'

// One definition for every engine, in the part of the regular expression language that they share.
const patterns = {
  Integral: '^[+-]?[0-9]+$',
  Fractional: '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$',
  Boolean: '^([Tt]([Rr][Uu][Ee])?|[Ff]([Aa][Ll][Ss][Ee])?|[Yy]([Ee][Ss])?|[Nn]([Oo])?|1|0)$',
  Date: `^${dayPattern}$`,
  Timestamp: `^${dayPattern}([Tt ]${timePattern}(${zone})?)?$`,
}

/** Every text can be read as a value of the given type, by the same definition in every engine. */
export default defineRowRule({
  type: 'isType',
  title: 'Is Type',
  description:
    'Every text can be read as the given type. Integral: digits with an optional sign; Fractional: the same with a decimal point or an exponent; Boolean: true, false, t, f, yes, no, y, n, 1, 0 in any letter case; Date: a day that exists, as YYYY-MM-DD; Timestamp: such a day, alone or with HH:MM, seconds, a fraction and a zone. Blanks around it and the empty text fail; NULL passes.',
  scope: 'single',
  accepts: ['String'],
  properties: Type.Object(
    {
      field_type: Type.Enum(['Integral', 'Fractional', 'Boolean', 'Date', 'Timestamp'], {
        description: 'What the text must be readable as.',
      }),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 1,
  feeds: 'conformity',
  failing: ({ field, properties: { field_type } }) =>
    not(call('matches', column(field), text(patterns[field_type]))),
  says: ({ properties: { field_type } }) => ({
    record: `is not a valid ${field_type}`,
    shape: `are not a valid ${field_type}`,
  }),
  examples: [
    {
      shows: 'whole numbers of any length; decimals, blanks and the empty text fail; NULL passes',
      columns: { raw: 'String' },
      rows: [['-12'], ['9007199254740993'], ['15.5'], ['Ten'], [' 1'], [''], ['1\n'], [null]],
      given: { fields: ['raw'], properties: { field_type: 'Integral' } },
      failing: [2, 3, 4, 5, 6],
    },
    {
      shows: 'decimal points and exponents',
      columns: { raw: 'String' },
      rows: [['15.5'], ['-1.'], ['.5'], ['1e-7'], ['.'], ['1,5'], ['NaN'], ['1e']],
      given: { fields: ['raw'], properties: { field_type: 'Fractional' } },
      failing: [4, 5, 6, 7],
    },
    {
      shows: 'words and digits for true and false',
      columns: { raw: 'String' },
      rows: [['TRUE'], ['f'], ['Yes'], ['0'], ['2'], ['truth'], ['']],
      given: { fields: ['raw'], properties: { field_type: 'Boolean' } },
      failing: [4, 5, 6],
    },
    {
      shows: 'the calendar counts, leap years too',
      columns: { raw: 'String' },
      rows: [
        ['2024-02-29'],
        ['2023-02-29'],
        ['1900-02-29'],
        ['2000-02-29'],
        ['2024-04-31'],
        ['2024-4-30'],
        ['0000-01-01'],
        ['2024-12-31T00:00'],
      ],
      given: { fields: ['raw'], properties: { field_type: 'Date' } },
      failing: [1, 2, 4, 5, 6, 7],
    },
    {
      shows: 'times with and without seconds, fraction and zone',
      columns: { raw: 'String' },
      rows: [
        ['2024-02-29'],
        ['2024-02-29 23:59'],
        ['2024-02-29T23:59:59.123Z'],
        ['2024-02-29T23:59:59+05:30'],
        ['2024-02-29 24:00'],
        ['2023-02-29T10:00:00Z'],
        ['10:00'],
        [null],
      ],
      given: { fields: ['raw'], properties: { field_type: 'Timestamp' } },
      failing: [4, 5, 6],
    },
  ],
})
