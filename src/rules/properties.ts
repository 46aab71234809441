import { Type } from 'typebox'
import { optional } from '../model/wire.ts'

/** Tolerance between numbers: a difference up to `epsilon` counts as none. */
export const NumericComparator = Type.Object(
  {
    epsilon: Type.Number({ minimum: 0 }),
    /** True (default): epsilon is a difference; false: it is a percentage of the judged field's value. */
    as_absolute: optional(Type.Boolean()),
  },
  {
    additionalProperties: false,
    description:
      'Numbers that differ by at most `epsilon` count as equal. With `as_absolute` true (default) `epsilon` is a difference; with false it is a percentage of the judged value, and 10 means ten percent.',
  },
)

/** Tolerance between dates and times. */
export const DurationComparator = Type.Object(
  { millis: Type.Integer({ minimum: 0 }) },
  {
    additionalProperties: false,
    description: 'Dates and times that lie at most `millis` milliseconds apart count as equal.',
  },
)

/** The differences that do not count when two texts are compared. */
export const StringComparator = Type.Object(
  { ignore_whitespace: optional(Type.Boolean()) },
  {
    additionalProperties: false,
    description:
      'With `ignore_whitespace`, runs of white space count as one blank, and none at both ends (default false).',
  },
)

/** A number that keeps its digits: one with more of them than JSON numbers hold is kept as text, and may be written so. */
export const Numeral = (description: string) =>
  Type.Union([Type.Number(), Type.String()], {
    description: `${description} One with more digits than JSON numbers hold is kept as text.`,
  })

/** The values that a rule looks for; `literalInList` turns them into constants of the field's type. */
export const ValueList = (maxItems: number) =>
  Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    minItems: 1,
    maxItems,
    description:
      "Values of the field's type: text, numbers, true or false, dates and times as ISO 8601 text. A number with more digits than JSON keeps may be written as text.",
  })

/** True: each element of a list is judged instead of the field's value; only false can be kept so far. */
export const elementContext = {
  is_element_context: optional(
    Type.Boolean({
      enum: [false],
      description:
        'Accepted as false: the value is judged as a whole. Elements of lists are not judged, so true is refused.',
    }),
  ),
}

/** For rules whose only property is the element context. */
export const onlyElementContext = Type.Object(elementContext, { additionalProperties: false })

/** The name of another field of the container. */
export const FieldName = Type.String({
  minLength: 1,
  description: 'Name of the other field, in the same container.',
})

/** A date or time as text. */
export const Moment = Type.String({
  description:
    'ISO 8601 date or time, e.g. `2026-01-31T12:00:00Z`; UTC when no zone is given. A Date field is compared with its UTC day.',
})
