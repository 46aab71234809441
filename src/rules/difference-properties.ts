import { Type, type Static } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import { optional } from '../model/wire.ts'
import { DurationComparator, NumericComparator, StringComparator } from './properties.ts'
import { refuseOtherDatastore } from './other-datastore.ts'
import {
  differenceTypes,
  type ComparedSides,
  type DifferenceCounts,
  type DifferenceType,
  type FieldPair,
  type Judgement,
  type ReferencedContainer,
  type RuleInput,
  type Tolerance,
} from './rule.ts'
import { kindOf } from './field-kinds.ts'
import type { Comparators } from './tolerance.ts'

const FieldNames = Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true, maxItems: 1000 })

/** Properties of the rules that compare the rows of two containers. */
export const differenceProperties = {
  ref_container_id: Type.Integer({
    description: 'Id of the container on the other side; all its rows are compared.',
  }),
  ref_datastore_id: optional(
    Type.Integer({
      description: "Id of that container's datastore; it follows from the container and may be left out.",
    }),
  ),
  id_field_names: optional({
    ...FieldNames,
    description:
      'Fields that say which rows belong together. With them a row with other values is `changed`; without, it is one row `removed` and one `added`.',
  }),
  passthrough_field_names: optional({
    ...FieldNames,
    description: 'Fields that are shown with the differences and never compared.',
  }),
  numeric_comparator: optional(NumericComparator),
  duration_comparator: optional(DurationComparator),
  string_comparator: optional(StringComparator),
}

const Properties = Type.Object(differenceProperties)
type Input = RuleInput<Static<typeof Properties> & { diff_change_types?: DifferenceType[] | null }>

/** The fields of both sides, paired by name; one that is missing on a side, or cannot be compared, is refused with 422. */
export function differenceSides({ fields, properties, named, referenced }: Input): ComparedSides {
  const other = referenced(properties.ref_container_id, 'ref_container_id')
  const ids = (properties.id_field_names ?? []).map((name) =>
    paired(named(name, 'id_field_names'), other, {}, ['properties', 'id_field_names']),
  )
  const isId = new Set(properties.id_field_names)
  const compared = fields
    .filter(({ name }) => !isId.has(name))
    .map((field) => paired(field, other, properties, ['fields']))
  const isShown = new Set([...isId, ...fields.map(({ name }) => name)])
  const passthrough = (properties.passthrough_field_names ?? [])
    .map((name) => named(name, 'passthrough_field_names'))
    .filter(({ name }) => !isShown.has(name))
    .map((left) => ({ left, right: other.fields.find(({ name }) => name === left.name) ?? null }))
  const { diff_change_types: wanted } = properties
  const types = wanted && wanted.length > 0 ? wanted : differenceTypes
  return { container_id: other.container_id, ids, compared, passthrough, types }
}

/** Refuses a datastore id that is not the container's, unlike fields, and change types that can never come up. */
export function validateDifference(input: Input): void {
  refuseOtherDatastore(input)
  const { ids, types } = differenceSides(input)
  if (ids.length === 0 && types.every((type) => type === 'changed')) {
    throw invalidMember(
      ['properties', 'diff_change_types'],
      'Without id_field_names no row is `changed`: name the fields that identify a row, or ask for `added` and `removed`.',
    )
  }
}

/** Fails when rows differ in one of the ways that count. */
export function judgeDifference(counts: DifferenceCounts, input: Input): Judgement {
  const { types } = differenceSides(input)
  const { name, datastores } = input.referenced(input.properties.ref_container_id, 'ref_container_id')
  const [other, own] = datastores
    ? [`\`${name}\` of "${datastores.there}"`, `\`${input.container}\` of "${datastores.here}"`]
    : [`\`${name}\``, `\`${input.container}\``]
  const total = types.reduce((sum, type) => sum + counts[type], 0)
  const ways = differenceTypes.filter((type) => types.includes(type) && counts[type] > 0)
  const lead = total === 1 ? 'There is 1 record that differs' : `There are ${total} records that differ`
  return {
    failed: total > 0,
    anomalous_records: total,
    says: `${lead} between ${other} (${counts.reference}) and ${own} (${counts.target}): ${ways.map((type) => `${counts[type]} ${type}`).join(', ')}.`,
  }
}

function paired(
  left: DiscoveredField,
  other: ReferencedContainer,
  comparators: Comparators,
  member: string[],
): FieldPair {
  const right = other.fields.find(({ name }) => name === left.name)
  if (!right)
    throw invalidMember(
      member,
      `\`${other.name}\` had no field called "${left.name}" when it was last synced; name another one, or sync its datastore if it has that field since.`,
    )
  const [a, b] = [kindOf(left), kindOf(right)]
  if (a !== b && a !== 'other' && b !== 'other') {
    throw invalidMember(
      member,
      `\`${left.name}\` is ${left.type} here and ${right.type} in \`${other.name}\`; such values cannot be compared.`,
    )
  }
  return { left, right, tolerance: a === b ? toleranceFor(left, comparators) : null }
}

function toleranceFor(field: DiscoveredField, comparators: Comparators): Tolerance | null {
  const { numeric_comparator: numeric, duration_comparator: duration, string_comparator: text } = comparators
  switch (kindOf(field)) {
    case 'number':
      return numeric && numeric.epsilon > 0
        ? { of: 'number', epsilon: numeric.epsilon, as_absolute: numeric.as_absolute ?? true }
        : null
    case 'time':
      return duration && duration.millis > 0 ? { of: 'time', millis: duration.millis } : null
    case 'text':
      return text?.ignore_whitespace === true ? { of: 'white space' } : null
    default:
      return null
  }
}
