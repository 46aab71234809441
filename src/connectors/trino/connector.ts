import { Type } from 'typebox'
import { usualSchemas } from '../../model/usual-places.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { trino } from '../../sql/dialects/trino.dialect.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { serverConnection } from '../shared/server-connection.ts'
import { reasonAgainst } from '../shared/declared-files.ts'

/** The schema of a datastore that names none, as the server's own connectors call theirs. */
const usualSchema = usualSchemas.trino

const { parameters, ...members } = serverConnection.properties

/** One schema of a catalog of Trino, whatever the catalog reads; what a person's SQL can reach there is what the account may read. */
export default defineConnector({
  type: 'trino',
  title: 'Trino',
  untried:
    'This connector was tried with one Trino server, version 476, its catalogs of memory, sample data and Iceberg in a local folder, files of a local folder, and objects of a small S3 server; with no Delta Lake, no object store of a vendor and no other database behind it yet, and with no token.',
  store_type: 'jdbc',
  connection: Type.Object({
    ...members,
    parameters: Type.Optional(
      Type.Object({
        ...parameters.properties,
        authentication: Type.Optional(
          Type.Enum(['password', 'token'], {
            description:
              'What the member password holds: the password of the user (default), or a token (JWT) that the server takes instead. Either is sent over TLS only.',
          }),
        ),
      }),
    ),
  }),
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else (await connected(connection, null, bounds)).close()
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listCatalogs(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: usualSchema,
  },
  files_engine: {
    dialect: trino,
    needs_schema: true,
    reasonAgainst,
    test: async (...asked) => (await import('./files-engine.ts')).testFilesEngine(...asked),
    evaluate: async (...asked) => (await import('./files-engine.ts')).evaluateFiles(...asked),
  },
})

async function connected(
  connection: ConnectionValues,
  place: { catalog: string; schema: string } | null,
  bounds: SessionBounds,
) {
  const { TrinoClient } = await import('./client.ts')
  return TrinoClient.open(connection, place, bounds)
}

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw datastoreNeeds('a catalog, in `database`')
  const place = { catalog: database.toLowerCase(), schema: (schema ?? usualSchema).toLowerCase() }
  const { TrinoSession } = await import('./session.ts')
  return TrinoSession.open(await connected(connection, place, bounds), place)
}
