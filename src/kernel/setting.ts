import { Type, type Static, type TSchema } from 'typebox'

/** One setting: the variable it is read from, what it accepts and what it means. */
export interface Setting<Schema extends TSchema> {
  variable: string
  schema: Schema
  /** The form of an accepted value, completing "expected …". */
  expected: string
  /** Used when the variable is absent or empty; for null see `absent`. */
  fallback: Static<Schema>
  /** The meaning of the fallback, where printing it would not say it. */
  absent?: string
  sentence: string
  /** Its value is never shown. */
  secret?: true
}

/** Keeps the type of a setting's schema. */
export const setting = <Schema extends TSchema>(from: Setting<Schema>) => from
/** Checked values of settings, by their names in the code. */
export type ValuesOf<Settings extends Record<string, { schema: TSchema }>> = {
  readonly [Name in keyof Settings]: Static<Settings[Name]['schema']>
}
/** Any text but none. */
export const text = Type.String({ minLength: 1 })
/** An address of the web, as text. */
export const webAddress = Type.String({ pattern: String.raw`^https?://\S+$` })
/** Both bounds are among what is accepted. */
export const wholeNumber = (minimum: number, maximum: number) => ({
  schema: Type.Integer({ minimum, maximum }),
  expected: `a whole number from ${minimum} to ${maximum}`,
})
/** A list of some of these words, at least one. */
export const words = <Word extends string>(known: readonly [Word, ...Word[]]) =>
  Type.Array(Type.Enum(known), { minItems: 1 })
