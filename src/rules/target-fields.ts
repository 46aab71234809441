import { Type, type Static } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import { optional } from '../model/wire.ts'
import type { EntityTerms, Match } from './rule.ts'
import { kindOf, type Kind } from './field-kinds.ts'

const matchTypes = ['fuzzy', 'exact', 'absolute', 'relative', 'tolerance'] as const
type MatchType = (typeof matchTypes)[number]

/** A field that entities are recognised by. */
export const TargetField = Type.Object(
  {
    upickle_type: optional(
      Type.Enum(['StringTargetField', 'NumericTargetField', 'DatetimeTargetField'], {
        description: "The field's kind; it follows from its type and may be left out.",
      }),
    ),
    field_name: Type.String({ minLength: 1 }),
    match_type: optional(Type.Enum(matchTypes)),
    weight: optional(Type.Number({ exclusiveMinimum: 0 })),
    pair_substrings: optional(Type.Boolean()),
    pair_homophones: optional(Type.Boolean()),
    consider_term_frequency: optional(Type.Boolean()),
    delta: optional(Type.Number({ minimum: 0 })),
    percentage: optional(Type.Number({ minimum: 0 })),
    millis: optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)
type TargetField = Static<typeof TargetField>

/** The ways in which texts are paired beside their spelling. */
export interface TextPairing {
  pair_substrings?: boolean | null
  pair_homophones?: boolean | null
}

/** The ways to match fields of a kind, the usual one first. */
const matchesOf: Record<Kind, readonly MatchType[]> = {
  text: ['fuzzy', 'exact'],
  number: ['absolute', 'relative', 'exact'],
  time: ['tolerance', 'exact'],
  truth: ['exact'],
  other: ['exact'],
}

const declaredKinds = { StringTargetField: 'text', NumericTargetField: 'number', DatetimeTargetField: 'time' }

/** The field with its way to match; one that its type does not allow is refused with 422. */
export function matched(
  field: DiscoveredField,
  target: TargetField,
  pairing: TextPairing,
): EntityTerms['fields'][number] {
  const kind = kindOf(field)
  const at = ['properties', 'target_fields']
  if (target.upickle_type != null && declaredKinds[target.upickle_type] !== kind) {
    throw invalidMember(at, `\`${field.name}\` is ${field.type}, which is no ${target.upickle_type}.`)
  }
  if (target.consider_term_frequency === true) {
    throw invalidMember(
      at,
      `Texts of \`${field.name}\` weigh the same however rare they are; leave consider_term_frequency out or send false.`,
    )
  }
  const [usual = 'exact'] = matchesOf[kind]
  const type = target.match_type ?? usual
  if (!matchesOf[kind].includes(type)) {
    throw invalidMember(
      at,
      `\`${field.name}\` (${field.type}) cannot be matched by ${type}; take ${matchesOf[kind].join(' or ')}.`,
    )
  }
  return { field, weight: target.weight ?? 1, match: matchOf(type, target, pairing) }
}

function matchOf(type: MatchType, target: TargetField, pairing: TextPairing): Match {
  switch (type) {
    case 'fuzzy':
      return {
        of: 'spelling',
        substrings: target.pair_substrings ?? pairing.pair_substrings ?? false,
        homophones: target.pair_homophones ?? pairing.pair_homophones ?? false,
      }
    case 'absolute':
      return { of: 'number', epsilon: target.delta ?? 0, as_absolute: true }
    case 'relative':
      return { of: 'number', epsilon: target.percentage ?? 0, as_absolute: false }
    case 'tolerance':
      return { of: 'time', millis: target.millis ?? 0 }
    case 'exact':
      return { of: 'exact' }
    default:
      return type satisfies never
  }
}
