import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { defineEntityRule, type EntityTerms, type RuleInput } from './rule.ts'
import { matched, TargetField, type TextPairing } from './target-fields.ts'
import type { Static } from 'typebox'
import { optional } from '../model/wire.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

const Properties = Type.Object(
  {
    distinct_field_name: Type.String({
      minLength: 1,
      description: 'The field of which an entity has one value, e.g. a customer number.',
    }),
    target_fields: optional(
      Type.Array(TargetField, {
        minItems: 1,
        maxItems: 100,
        description:
          "The fields that entities are recognised by, each with `field_name`, `weight` (default 1) and `match_type`: text `fuzzy` (default) or `exact`; numbers `absolute` (default, within `delta`), `relative` (within `percentage` of the value) or `exact`; dates and times `tolerance` (default, within `millis`) or `exact`. Left out, the check's own fields are taken.",
      }),
    ),
    composite_match_threshold: optional({
      ...Share,
      description: 'The score from which two rows are one entity (default 0.7).',
    }),
    spelling_similarity_threshold: optional({
      ...Share,
      description: 'Older name of `composite_match_threshold`, which wins.',
    }),
    pair_substrings: optional(
      Type.Boolean({
        description:
          'Whether a text within the other counts as equal, for fuzzy fields that do not say it themselves (default false).',
      }),
    ),
    pair_homophones: optional(
      Type.Boolean({
        description:
          'Whether texts with the same Soundex code word by word count as equal, for fuzzy fields that do not say it themselves (default false).',
      }),
    ),
  },
  { additionalProperties: false },
)

type Input = RuleInput<Static<typeof Properties> & TextPairing>

function termsOf({ properties, fields, named }: Input): EntityTerms {
  const targets = properties.target_fields?.map((target) =>
    matched(named(target.field_name, 'target_fields'), target, properties),
  )
  return {
    distinct: named(properties.distinct_field_name, 'distinct_field_name'),
    fields: targets ?? fields.map((field) => matched(field, { field_name: field.name }, properties)),
    threshold: properties.composite_match_threshold ?? properties.spelling_similarity_threshold ?? 0.7,
  }
}

/** Rows that look like one entity carry one value of the distinction field. */
export default defineEntityRule({
  type: 'entityResolution',
  title: 'Entity Resolution',
  description:
    'Rows that look like one entity carry one value of `distinct_field_name`; NULL is no value. Two rows are compared when their `exact` fields are equal (with a NULL there a row is compared with none), and are one entity when the weighted mean score of the other fields reaches the threshold, directly or through rows between them. Numbers and times score 1 within their tolerance and 0 beyond; texts score 1 less their Damerau-Levenshtein distance as a share of the longer one, letter case, accents and repeated blanks left aside. A NULL scores 0. With more than 50 million pairs of different rows to compare the check is not judged: an `exact` field makes them fewer.',
  scope: 'calculated',
  accepts: 'all',
  properties: Properties,
  field_properties: ['distinct_field_name', 'target_fields'],
  filterable: true,
  supports_coverage: false,
  weight: 3,
  feeds: 'conformity',
  validate(input) {
    const { fields } = termsOf(input)
    if (fields.length === 0)
      throw invalidMember(
        ['properties', 'target_fields'],
        'Name the fields that entities are recognised by in target_fields.',
      )
    const names = fields.map(({ field }) => field.name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined)
      throw invalidMember(
        ['properties', 'target_fields'],
        `\`${twice}\` is named twice in target_fields; name each field once.`,
      )
  },
  terms: termsOf,
  judge({ entities, records }, input) {
    const { fields } = termsOf(input)
    const by = fields.map(({ field }) => `\`${field.name}\``).join(', ')
    const lead = entities === 1 ? '1 entity, recognised' : `${entities} entities, recognised`
    return {
      failed: entities > 0,
      anomalous_records: records,
      says: `${lead} by ${by}, ${entities === 1 ? 'has' : 'have'} more than one value of \`${input.properties.distinct_field_name}\` (${records} records).`,
    }
  },
  examples: [
    {
      shows: 'two spellings of one name with two numbers, in the same country only',
      columns: { customer: 'Integral', name: 'String', country: 'String' },
      rows: [
        [1, 'Acme Corporation', 'DE'],
        [2, 'ACME  Corporaton', 'DE'],
        [3, 'Acme Corporation', 'FR'],
        [4, 'Globex', 'DE'],
        [5, 'Acme Corporation', null],
        [6, null, 'DE'],
        [7, null, 'DE'],
      ],
      given: {
        fields: [],
        properties: {
          distinct_field_name: 'customer',
          target_fields: [{ field_name: 'name' }, { field_name: 'country', match_type: 'exact' }],
        },
      },
      fails: { anomalous_records: 2 },
    },
    {
      shows: 'all spellings of an entity carry one number, and NULL is none',
      columns: { customer: 'Integral', name: 'String' },
      rows: [
        [1, 'Müller & Söhne'],
        [1, 'muller & sohne'],
        [null, 'Muller & Sohn'],
        [2, 'Initech'],
      ],
      given: { fields: ['name'], properties: { distinct_field_name: 'customer' } },
      fails: false,
    },
    {
      shows:
        'rows are one entity through rows between them; near numbers help a text that is not near enough',
      columns: { customer: 'Integral', name: 'String', founded: 'Integral' },
      rows: [
        [1, 'Robert Smyth', 1950],
        [2, 'Rupert Smith', 1951],
        [3, 'Rupert Smith', 1952],
        [4, 'Robert Smyth', 1990],
      ],
      given: {
        fields: [],
        properties: {
          distinct_field_name: 'customer',
          composite_match_threshold: 0.9,
          target_fields: [
            { field_name: 'name', pair_homophones: true },
            { field_name: 'founded', match_type: 'absolute', delta: 1 },
          ],
        },
      },
      fails: { anomalous_records: 3 },
    },
  ],
})
