import { Type, type TSchema } from 'typebox'

/** A key as it stands in paths, queries and bodies: exact as a JSON number. */
export const Id = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** A name that people give: not blank, at most 255 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: String.raw`\S` })

/** A name as a source has it: of a field, a table, or a file with its folders. */
export const SourceName = Type.String({ maxLength: 4096 })

/** ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

/** Free key-value pairs, kept as they come. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown())

/** Something beside which its name is enough. */
export const IdAndName = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: described(Type.String(), 'Its name'),
})

/** The name of a global tag: addresses have it as it is, and clients do not all encode what has a meaning there. */
export const TagName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: String.raw`^[^/\\?#%]*[^\s./\\?#%][^/\\?#%]*$`,
  description: String.raw`Not blank, nor dots alone; without / \ ? # and %, which mean something in an address`,
})

/** The names of global tags; unknown ones are created. */
export const TagNames = Type.Array(TagName, { maxItems: 100 })

/** Ascending or descending, in queries. */
export const SortDirection = Type.Enum(['asc', 'desc'])

/** The same schema with a sentence on what it means where it stands, for the API document. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  // A schema keeps its kind in members that a spread would leave behind.
  const own = {
    ...Object.getOwnPropertyDescriptors(schema),
    description: { value: description, enumerable: true },
  }
  return Object.create(Object.getPrototypeOf(schema) as object, own) as Schema
}

const said = (description?: string) => (description === undefined ? {} : { description })

/** The member is always there, and may be null. */
export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], said(description))

/** The member may be left out or null; what either means is the verb's to say. */
export const optional = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Optional(nullable(schema, description))
