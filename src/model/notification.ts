import { Type, type Static } from 'typebox'
import { FreeObject, nullable } from './wire.ts'

/** One thing to fill in for a channel, where `map_to` is the member of a notification that takes it. */
const SpecificationProperty = Type.Object({
  field: Type.String(),
  map_to: Type.Literal('parameters'),
  required: Type.Boolean(),
  title: Type.String(),
  type: Type.Enum(['string', 'enum', 'object']),
  values: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
    description: 'Choices of an enum; empty where any text is accepted',
  }),
  default: nullable(Type.String()),
  info: Type.String(),
  secret: Type.Boolean(),
  placeholder: Type.Optional(Type.String()),
})

/** What a channel is called and what it needs to be told. */
export const NotificationSpecification = Type.Object({
  display_name: Type.String(),
  type: Type.String(),
  properties: Type.Array(SpecificationProperty),
})
export type NotificationSpecification = Static<typeof NotificationSpecification>

/** Tokens are written with their braces, ready to be put into a message. */
export const NotificationTokens = Type.Object({
  trigger_type: Type.String(),
  valid_message_tokens: Type.Array(Type.String()),
  default_message: Type.String(),
})
export type NotificationTokens = Static<typeof NotificationTokens>

/** A notification to try out; the channel's properties stand in `parameters`, which may be left out where none is required. */
export const NotificationInput = Type.Object({
  type: Type.String(),
  tokenized_message: Type.String({ maxLength: 20_000, pattern: String.raw`\S` }),
  parameters: Type.Optional(nullable(FreeObject)),
})
export type NotificationInput = Static<typeof NotificationInput>

/** How the attempt ended; a target that refuses is an answer too. */
export const NotificationTest = Type.Object({ success: Type.Boolean(), message: Type.String() })
export type NotificationTest = Static<typeof NotificationTest>
