import { Type, type Static } from 'typebox'
import { described, nullable, optional, TagName } from './wire.ts'

/** A global tag as things that carry it show it. */
export const GlobalTag = Type.Object({
  type: described(Type.Literal('global'), 'Tags are global'),
  name: Type.String({ description: 'Its name, unique' }),
  color: nullable(Type.String(), 'As #RRGGBB; null: none'),
  description: nullable(Type.String(), 'What it means; null: nobody said'),
  category: nullable(Type.String(), 'What it is sorted under; null: nothing'),
  weight_modifier: Type.Integer({ description: 'What it adds to the weight of what carries it' }),
})
export type GlobalTag = Static<typeof GlobalTag>

/** The tags that reach a thing without being put on it. */
export const InheritedTags = described(
  Type.Array(GlobalTag),
  'The tags of what it is in or about, which count as its own for its weight',
)

const TagMembers = {
  color: optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'As #RRGGBB' })),
  description: optional(Type.String({ maxLength: 1000 }), 'What it means'),
  category: optional(Type.String({ maxLength: 255 }), 'What it is sorted under'),
  weight_modifier: optional(
    Type.Integer({ minimum: -10, maximum: 10 }),
    'What it adds to the weight of what carries it; default 0',
  ),
}

/** A new tag; `weight_modifier` (default 0) adds to the weight of what carries it. */
export const GlobalTagInput = Type.Object({
  type: Type.Optional(described(Type.Enum(['global']), 'Tags are global')),
  name: TagName,
  ...TagMembers,
})
export type GlobalTagInput = Static<typeof GlobalTagInput>

/** Members that are left out stay as they are, and null is the default; the name stays. */
export const GlobalTagChange = Type.Object(
  {
    name: Type.Optional(described(TagName, 'The name that it has; another one is refused')),
    ...TagMembers,
  },
  { title: 'GlobalTagChange', description: 'A change of a global tag; its name stays' },
)
export type GlobalTagChange = Static<typeof GlobalTagChange>
