import { Type } from 'typebox'
import { described, Id } from '../model/wire.ts'

/** Any of these ids. */
export const ids = Type.Array(Id, { maxItems: 10_000 })
/** A text to look for, as long as the name of any file. */
export const text = (description: string) => Type.String({ maxLength: 4096, description })
/** Any of these texts. */
export const texts = (description: string) =>
  Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 1000, description })
/** Any of these words; `fallback` are those that count where none is named. */
export const anyOf = <const Words extends string[]>(words: readonly [...Words], fallback?: Words[number][]) =>
  Type.Array(Type.Enum(words), { maxItems: 1000, ...(fallback && { default: fallback }) })
/** A day of the calendar. */
export const day = Type.String({ format: 'date', description: 'A day, YYYY-MM-DD' })
/** Where the days of a filter begin. */
export const offsetMinutes = Type.Integer({
  minimum: -1440,
  maximum: 1440,
  description: 'Minutes that local time is ahead of UTC, for the dates',
})

/** Query of source records; without a limit JSON shows 10 rows and CSV all. */
export const sourceRecordQuery = {
  limit: Type.Optional(
    described(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      'How many rows at most. Left out: 10 as JSON, all as CSV',
    ),
  ),
  include_masked: Type.Optional(
    Type.Boolean({ description: 'True: values of masked fields are shown, and the audit log says to whom' }),
  ),
}

/** What records by themselves show beside what lists do. */
export const singleQuery = Type.Object({
  include: Type.Optional(
    Type.Array(Type.Enum(['available']), {
      maxItems: 10,
      description: 'What else is shown: `available`, what the caller may do with it now',
    }),
  ),
})
