import { Type } from 'typebox'
import { usualSchemas } from '../../model/usual-places.ts'
import { optional } from '../../model/wire.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { awsMembers, awsParameters } from '../s3/credential-members.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'

/** The database of a datastore that names none, as AWS Glue calls the one that is always there. */
const usualDatabase = usualSchemas.athena

/** One database of a data catalogue of Amazon Athena; what a person's SQL can reach there is what the credentials may read. */
export default defineConnector({
  type: 'athena',
  title: 'Amazon Athena',
  untried:
    'This connector has never met Amazon Athena: its requests follow the documentation, and its SQL was run on a server of Trino, on which Athena is built.',
  store_type: 'jdbc',
  connection: Type.Object({
    ...awsMembers,
    parameters: optional(
      Type.Object({
        region: Type.Optional(Type.String({ description: 'Region of the tables; default us-east-1.' })),
        workgroup: Type.Optional(
          Type.String({ description: 'The workgroup that statements run in; default primary.' }),
        ),
        output_location: Type.Optional(
          Type.String({
            description:
              'The folder in S3 to which Athena writes the rows of statements, such as s3://my-results/assay/; default that of the workgroup.',
          }),
        ),
        endpoint: Type.Optional(
          Type.String({ description: 'Address of the interface; default the server of AWS in the region.' }),
        ),
        ...awsParameters,
      }),
    ),
  }),
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) return (await open(connection, target, bounds)).close()
    const { connectToAthena } = await import('./connection.ts')
    ;(await connectToAthena(connection, null, bounds)).close()
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listCatalogs(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listDatabases(...asked),
    usual_schema: usualDatabase,
  },
})

async function open(
  connection: ConnectionValues,
  { database: catalog, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!catalog) throw datastoreNeeds('a data catalogue, in `database`')
  const place = { catalog, database: (schema ?? usualDatabase).toLowerCase() }
  const { connectToAthena } = await import('./connection.ts')
  const { AthenaSession } = await import('./session.ts')
  return AthenaSession.open(await connectToAthena(connection, place, bounds), place, bounds)
}
