import { Type, type Static } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import { optional } from '../model/wire.ts'
import type { ReferencedValues, RuleInput } from './rule.ts'

/** Properties of the rules that compare a field with the values of another container's field. */
export const ReferencedField = Type.Object(
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

type Input = RuleInput<Static<typeof ReferencedField>>

/** The values that the properties name; their field must exist there and be of a like type. */
export function referencedValues({ field, properties, referenced }: Input): ReferencedValues {
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

/** Refuses a datastore id that is not the container's, and a field that is not there. */
export function validateReferencedField(input: Input): void {
  const { properties, referenced } = input
  refuseOtherDatastore(properties, referenced(properties.ref_container_id, 'ref_container_id').datastore_id)
  referencedValues(input)
}

/** A datastore id beside a container id may be left out; when given it must be the container's own. */
export function refuseOtherDatastore(
  properties: { ref_container_id: number; ref_datastore_id?: number | null },
  datastoreId: number,
): void {
  const given = properties.ref_datastore_id
  if (given != null && given !== datastoreId) {
    throw invalidMember(
      ['properties', 'ref_datastore_id'],
      `The container ${properties.ref_container_id} is not in the datastore ${given}.`,
    )
  }
}

/** What values are compared as: all numbers alike, days and times apart. */
function comparedAs({ type }: DiscoveredField): string {
  return type === 'Integral' || type === 'Fractional' ? 'number' : type
}
