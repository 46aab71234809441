import { Type, type Static } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import { optional } from '../model/wire.ts'
import { scalarTypes } from './literals.ts'
import { refuseOtherDatastore } from './other-datastore.ts'
import type { ReferencedValues, ReferenceRule, RuleInput } from './rule.ts'

const Properties = Type.Object(
  {
    field_name: Type.String({ minLength: 1, description: 'Name of the field of the other container.' }),
    ref_container_id: Type.Integer({ description: 'Id of the other container, which holds the values.' }),
    ref_datastore_id: optional(
      Type.Integer({
        description: "Id of that container's datastore; it follows from the container and may be left out.",
      }),
    ),
    ref_filter: optional(
      Type.String({
        description: "Condition in SQL of that container's store; only the rows that meet it hold values.",
      }),
    ),
  },
  { additionalProperties: false },
)

type Input = RuleInput<Static<typeof Properties>>

type Own = 'type' | 'title' | 'description' | 'examples'

/** What the rules share that look for each value among those of another container's field. `fails`: the values that fail. */
export function amongValues(fails: 'absent' | 'present'): Omit<
  ReferenceRule<Static<typeof Properties>>,
  Own | 'family' | 'properties'
> & {
  properties: typeof Properties
} {
  const [one, many] = fails === 'absent' ? ['does not exist', 'do not exist'] : ['exists', 'exist']
  return {
    scope: 'single',
    accepts: scalarTypes,
    properties: Properties,
    filterable: true,
    supports_coverage: true,
    weight: 2,
    fails_when: fails,
    sql_properties: { referenced: ['ref_filter'], conditions: ['ref_filter'] },
    references: ({ ref_container_id }) => [ref_container_id],
    validate(input) {
      refuseOtherDatastore(input)
      referencedValues(input)
    },
    values: referencedValues,
    says({ properties, referenced }) {
      const { name } = referenced(properties.ref_container_id, 'ref_container_id')
      const other = `\`${properties.field_name}\` of \`${name}\``
      return { record: `${one} in ${other}`, shape: `${many} in ${other}` }
    },
  }
}

/** The values that the properties name; their field must exist there and be of a like type. */
function referencedValues({ field, properties, referenced }: Input): ReferencedValues {
  const container = referenced(properties.ref_container_id, 'ref_container_id')
  const found = container.fields.find(({ name }) => name === properties.field_name)
  if (!found) {
    throw invalidMember(
      ['properties', 'field_name'],
      `\`${container.name}\` had no field called "${properties.field_name}" when it was last synced; name another one, or sync its datastore if it has that field since.`,
    )
  }
  if (comparedAs(field) !== comparedAs(found)) {
    throw invalidMember(
      ['properties', 'field_name'],
      `\`${field.name}\` (${field.type}) cannot be compared with \`${found.name}\` (${found.type}) of \`${container.name}\`; name a field of a like type.`,
    )
  }
  return { container_id: container.container_id, field: found, filter: properties.ref_filter?.trim() || null }
}

/** What values are compared as: all numbers alike, days and times apart. */
function comparedAs({ type }: DiscoveredField): string {
  return type === 'Integral' || type === 'Fractional' ? 'number' : type
}
