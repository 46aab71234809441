import { usualSchemas } from '../../model/usual-places.ts'
import {
  defineConnector,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
} from '../connector.ts'
import { spark } from '../../sql/dialects/spark.dialect.ts'
import { datastoreNeeds } from '../shared/datastore-needs.ts'
import { reasonAgainst } from '../shared/declared-files.ts'
import { serverConnection } from '../shared/server-connection.ts'

/** The schema of a datastore that names none, as every catalog of Spark itself has one. */
const usualSchema = usualSchemas.spark

/** One schema of a catalog of Spark, by Spark Connect; what a person's SQL can reach there is what the account may read. */
export default defineConnector({
  type: 'spark',
  title: 'Spark Connect',
  untried:
    'This connector was tried with one server of Spark Connect, version 4.2.0, on one machine, with its own catalog of Parquet tables and with files of a local folder; with no cluster, no object store, no catalog of another kind and no service such as Databricks yet.',
  store_type: 'jdbc',
  connection: serverConnection,
  requires: ['database'],
  takes: { database: 'anything', schema: 'anything' },
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else await (await connected(connection, bounds)).close()
  },
  open,
  places: {
    databases: async (...asked) => (await import('./places.ts')).listCatalogs(...asked),
    schemas: async (...asked) => (await import('./places.ts')).listSchemas(...asked),
    usual_schema: usualSchema,
  },
  files_engine: {
    dialect: spark,
    needs_schema: false,
    reasonAgainst,
    test: async (connection, _place, bounds) => (await connected(connection, bounds)).close(),
    evaluate: async (...asked) => (await import('./files-engine.ts')).evaluateFiles(...asked),
  },
})

async function connected(connection: ConnectionValues, bounds: SessionBounds) {
  const { SparkClient } = await import('./client.ts')
  return SparkClient.open(connection, bounds)
}

async function open(
  connection: ConnectionValues,
  { database, schema }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database)
    throw datastoreNeeds('a catalog, in `database`; the catalog of Spark itself is spark_catalog')
  const { SparkSession } = await import('./session.ts')
  const place = { catalog: database, schema: schema ?? usualSchema }
  return SparkSession.open(await connected(connection, bounds), place)
}
