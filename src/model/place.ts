import { Type, type Static } from 'typebox'
import { described, IdAndName, SourceName } from './wire.ts'

/** The outcomes of trying a place. */
export const trialOutcomes = ['success', 'failure'] as const

/** A database or schema of a server, with the datastores of one connection that are made of it. */
export const Place = Type.Object(
  {
    name: described(SourceName, 'Its name in the source'),
    existing_datastores: described(
      Type.Array(IdAndName),
      'The datastores of this connection that are made of it or of a part of it',
    ),
  },
  { title: 'Place', description: 'A database or schema of a server' },
)
export type Place = Static<typeof Place>

/** Whether a datastore could be made of a schema. */
export const PlaceTrial = Type.Object(
  {
    schema_name: described(SourceName, 'The schema, database or folder as it was given'),
    status: Type.Enum(trialOutcomes, { description: 'Whether the source lets it be read' }),
    message: Type.Optional(Type.String({ description: 'Why it does not; absent when it does' })),
  },
  { title: 'PlaceTrial', description: 'Whether a datastore could be made of a schema or folder' },
)
export type PlaceTrial = Static<typeof PlaceTrial>

/** What became of making a datastore of each schema. */
export const OnboardedPlaces = Type.Object(
  {
    created: Type.Array(Type.Integer(), {
      description: 'Ids of the datastores that were made, in the order asked for',
    }),
    errors: Type.Array(
      Type.Object(
        {
          schema_name: described(SourceName, 'The schema, database or folder as it was given'),
          error: Type.String({ description: 'Why no datastore was made of it' }),
        },
        { title: 'PlaceRefusal', description: 'A schema or folder of which no datastore was made' },
      ),
      { description: 'Those of which none was made' },
    ),
  },
  { title: 'OnboardedPlaces', description: 'What became of making datastores of several places' },
)
export type OnboardedPlaces = Static<typeof OnboardedPlaces>
