import { Type } from 'typebox'
import { invalidMember, messageOf } from '../kernel/errors.ts'
import { call, column, not, ownPattern } from '../sql/build.ts'
import { defineRowRule } from './rule.ts'

/** The pattern is found in every value. */
export default defineRowRule({
  type: 'matchesPattern',
  title: 'Matches Pattern',
  description:
    "The regular expression is found somewhere in every value; anchor it with ^ and $ to match the whole. It is evaluated by the datastore's own engine, in its own flavour. NULL passes.",
  scope: 'single',
  accepts: ['String'],
  properties: Type.Object(
    { pattern: Type.String({ minLength: 1, maxLength: 10_000, description: 'The regular expression.' }) },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: true,
  weight: 3,
  feeds: 'conformity',
  pattern_properties: ['pattern'],
  validateAlone({ pattern }) {
    // The engines know inline flags such as (?i), which JavaScript does not; the loose mode knows escapes such as \-.
    try {
      void new RegExp(pattern.replace(/^\(\?[a-zA-Z]+\)/, ''))
    } catch (error) {
      throw invalidMember(['properties', 'pattern'], `The pattern does not compile: ${messageOf(error)}.`)
    }
  },
  failing: ({ field, properties: { pattern } }) => not(call('matches', column(field), ownPattern(pattern))),
  says: ({ properties: { pattern } }) => ({
    record: `does not match the pattern \`${pattern}\``,
    shape: `do not match the pattern \`${pattern}\``,
  }),
  examples: [
    {
      shows: 'the pattern is found anywhere; NULL passes',
      columns: { code: 'String' },
      rows: [['A-12'], ['see A-12!'], ['a-12'], [''], [null]],
      given: { fields: ['code'], properties: { pattern: '[A-Z]-[0-9]+' } },
      failing: [2, 3],
    },
    {
      shows: 'anchors match the whole value, to the last character',
      columns: { code: 'String' },
      rows: [['12345'], ['123456'], ['12345\n'], ['１２３４５']],
      given: { fields: ['code'], properties: { pattern: '^[0-9]{5}$' } },
      failing: [1, 2, 3],
    },
    {
      shows: 'quotes, backslashes and other letters are taken as they are',
      columns: { name: 'String' },
      rows: [["O'Brien"], ['OBrien'], ['größe.'], ['größe']],
      given: { fields: ['name'], properties: { pattern: "O'B|ö.e\\." } },
      failing: [1, 3],
    },
  ],
})
