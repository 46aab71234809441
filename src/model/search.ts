import { Type, type Static } from 'typebox'
import { described, Id, nullable } from './wire.ts'

/** The kinds of things that a search over all finds. */
export const searchedKinds = [
  'datastore',
  'container',
  'field',
  'quality_check',
  'anomaly',
  'operation',
  'schedule',
  'flow',
  'user',
] as const
export type SearchedKind = (typeof searchedKinds)[number]

/** Something that a search found. */
export const SearchHit = Type.Object(
  {
    kind: described(Type.Enum(searchedKinds), 'What it is'),
    id: described(Id, 'Unique among its kind'),
    title: Type.String({ description: 'What it is called, or what it says' }),
    path: Type.Array(Type.String(), {
      description: 'What it is in, the outermost first: the datastore, the container',
    }),
    state: nullable(Type.String(), 'Its status, its result, or whether it is deactivated; null: it has none'),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How well it fits: 1 its id or all of its name, 0.75 how it begins, 0.5 how a word of it begins, 0.25 a part',
    }),
  },
  { title: 'SearchHit', description: 'Something that a search found' },
)
export type SearchHit = Static<typeof SearchHit>

/** What a search found, the best first. */
export const SearchHits = Type.Object(
  {
    items: described(Type.Array(SearchHit), 'What was found, the best first'),
    is_complete: Type.Boolean({ description: 'False: there may be more than the size that was asked for' }),
  },
  { title: 'SearchHits', description: 'What a search over all found' },
)
export type SearchHits = Static<typeof SearchHits>
