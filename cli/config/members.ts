import { Type, type TSchema } from 'typebox'
import type { Spec } from './kind.ts'

/** A text. */
export const text = (description: string) => Type.String({ minLength: 1, description })
/** A member that may be left out, or cleared by null. */
export const maybe = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))
/** Names of global tags. */
export const tags = maybe(Type.Array(Type.String()), 'Names of global tags')
/** Pairs of people's own. */
export const metadata = maybe(Type.Record(Type.String(), Type.Unknown()), 'Pairs of your own')
/** A name of a type, which the service checks. */
export const word = (description: string) => maybe(Type.String(), description)

/** The members of `source` that are among these, null for those that it does not have. */
export function picked(source: object, members: readonly string[]): Record<string, unknown> {
  const all = source as Record<string, unknown>
  return Object.fromEntries(members.map((member) => [member, all[member] ?? null]))
}

/** What a spec says of these members; what it leaves out is left out. */
export function given(spec: Spec, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    members.filter((member) => spec[member] !== undefined).map((member) => [member, spec[member]]),
  )
}

/** The names of tags or teams that an answer shows as objects. */
export const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name)

/** A member of a spec that its schema says is a text. */
export const textOf = (spec: Spec, member: string): string => String(spec[member])
