import { Type } from 'typebox'
import { fieldTypes } from '../model/field.ts'
import { optional } from '../model/wire.ts'
import { defineSchemaRule } from './rule.ts'

/** The listed fields exist, with the types declared for them. */
export default defineSchemaRule({
  type: 'expectedSchema',
  title: 'Expected Schema',
  description:
    'The source shows every listed field (letter case counts) with its declared type, if one is given, and no other fields when these are not allowed. It is judged before any row is read; when it fails, the scan of the container ends there.',
  scope: 'none',
  accepts: 'all',
  properties: Type.Object(
    {
      list: Type.Array(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Object(
            { name: Type.String({ minLength: 1 }), type: optional(Type.Enum(fieldTypes)) },
            { additionalProperties: false },
          ),
        ]),
        {
          minItems: 1,
          maxItems: 10_000,
          description: 'Names of fields, or `{"name": ..., "type": ...}` where the type counts as well.',
        },
      ),
      allow_other_fields: optional(
        Type.Boolean({ description: 'Whether fields that are not listed may exist (default true).' }),
      ),
    },
    { additionalProperties: false },
  ),
  filterable: false,
  supports_coverage: false,
  weight: 3,
  feeds: 'conformity',
  aborts_container: true,
  judge(observed, { container, properties: { list, allow_other_fields } }) {
    const expected = list.map((entry) => (typeof entry === 'string' ? { name: entry } : entry))
    const types = new Map(observed.map(({ name, type }) => [name, type]))
    const missing = expected.filter(({ name }) => !types.has(name)).map(({ name }) => `\`${name}\``)
    const drifted = expected.flatMap(({ name, type }) => {
      const found = types.get(name)
      return found && type && found !== type ? [`\`${name}\` is ${found}, not ${type}`] : []
    })
    const known = new Set(expected.map(({ name }) => name))
    const others = observed.filter(({ name }) => !known.has(name)).map(({ name }) => `\`${name}\``)
    const parts = [
      ...(missing.length > 0 ? [`expected fields are missing (${missing.join(', ')})`] : []),
      ...(drifted.length > 0 ? [`types differ (${drifted.join(', ')})`] : []),
      ...(allow_other_fields === false && others.length > 0
        ? [`unexpected fields are present (${others.join(', ')})`]
        : []),
    ]
    return {
      failed: parts.length > 0,
      anomalous_records: null,
      says: `In \`${container}\`, ${parts.join('; ')}.`,
    }
  },
  examples: [
    {
      shows: 'other fields are allowed by default',
      columns: { id: 'Integral', name: 'String' },
      rows: [[1, null]],
      given: { fields: [], properties: { list: ['id'] } },
      fails: false,
    },
    {
      shows: 'other fields refused',
      columns: { id: 'Integral', name: 'String' },
      rows: [],
      given: { fields: [], properties: { list: ['id'], allow_other_fields: false } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'letter case counts',
      columns: { id: 'Integral' },
      rows: [],
      given: { fields: [], properties: { list: ['ID'] } },
      fails: { anomalous_records: null },
    },
    {
      shows: 'a declared type',
      columns: { id: 'Integral', name: 'String' },
      rows: [],
      given: { fields: [], properties: { list: ['name', { name: 'id', type: 'String' }] } },
      fails: { anomalous_records: null },
    },
  ],
})
