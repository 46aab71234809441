import { Type, type Static } from 'typebox'
import { nullable, optional, TagName } from './wire.ts'

/** A global tag as things that carry it show it. */
export const GlobalTag = Type.Object({
  type: Type.Literal('global'),
  name: Type.String(),
  color: nullable(Type.String()),
  description: nullable(Type.String()),
  category: nullable(Type.String()),
  weight_modifier: Type.Integer(),
})
export type GlobalTag = Static<typeof GlobalTag>

/** A new tag; `weight_modifier` (default 0) adds to the weight of what carries it. */
export const GlobalTagInput = Type.Object({
  type: Type.Optional(Type.Enum(['global'])),
  name: TagName,
  color: optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'As #RRGGBB' })),
  description: optional(Type.String({ maxLength: 1000 })),
  category: optional(Type.String({ maxLength: 255 })),
  weight_modifier: optional(Type.Integer({ minimum: -10, maximum: 10 })),
})
export type GlobalTagInput = Static<typeof GlobalTagInput>
