import { Type, type Static } from 'typebox'
import { described, FreeObject, nullable } from './wire.ts'

/** One thing to fill in for a channel, where `map_to` is the member of a notification that takes it. */
const SpecificationProperty = Type.Object(
  {
    field: Type.String({ description: 'The member that takes it' }),
    map_to: described(Type.Literal('parameters'), 'Where in a notification the member stands'),
    required: Type.Boolean({ description: 'Whether it must be told' }),
    title: Type.String({ description: 'What to call it in a form' }),
    type: described(Type.Enum(['string', 'enum', 'object']), 'What kind of value it takes'),
    values: Type.Array(
      Type.Object(
        {
          label: Type.String({ description: 'What to call the choice in a form' }),
          value: described(Type.String(), 'What to send for it'),
        },
        { title: 'SpecificationChoice', description: 'One choice of an enum' },
      ),
      {
        description: 'Choices of an enum; empty where any text is accepted',
      },
    ),
    default: nullable(Type.String(), 'What it is when nothing is told; null: nothing'),
    info: Type.String({ description: 'What it is for' }),
    secret: Type.Boolean({ description: 'Whether to hide it in a form' }),
    placeholder: Type.Optional(Type.String({ description: 'An example for a form' })),
  },
  { title: 'SpecificationProperty', description: 'One thing that a channel is told' },
)

/** The name of a channel and the parameters that it needs. */
export const NotificationSpecification = Type.Object({
  display_name: Type.String({ description: 'What to call the channel' }),
  type: Type.String({ description: 'The name by which notifications name the channel' }),
  properties: described(Type.Array(SpecificationProperty), 'What the channel must be told'),
})
export type NotificationSpecification = Static<typeof NotificationSpecification>

/** Tokens are written with their braces, ready to be put into a message. */
export const NotificationTokens = Type.Object({
  trigger_type: Type.String({ description: 'What sets off the message' }),
  valid_message_tokens: described(
    Type.Array(Type.String()),
    'What may stand in the message, with its braces',
  ),
  default_message: Type.String({ description: 'The message when none is written' }),
})
export type NotificationTokens = Static<typeof NotificationTokens>

/** A notification to try out; the channel's properties stand in `parameters`, which may be left out where none is required. */
export const NotificationInput = Type.Object({
  type: Type.String({ description: 'The channel that sends it' }),
  tokenized_message: described(
    Type.String({ maxLength: 20_000, pattern: String.raw`\S` }),
    'The message, with tokens in braces',
  ),
  parameters: Type.Optional(
    described(nullable(FreeObject, 'What the channel must be told'), 'What the channel must be told'),
  ),
})
export type NotificationInput = Static<typeof NotificationInput>

/** The end of the attempt; a target that refuses is an answer too. */
export const NotificationTest = Type.Object({
  success: Type.Boolean({ description: 'Whether the target took it' }),
  message: described(Type.String(), 'What the target said'),
})
export type NotificationTest = Static<typeof NotificationTest>
