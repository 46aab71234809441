import { randomBytes } from 'node:crypto'
import type { ConnectionValues } from '../../src/connectors/connector.ts'
import type { ComputePlace } from '../../src/model/datastore.ts'
import { connectionTo, runOn, trinoAbsence } from './trino-source.ts'
import { startVersitygw, versitygwAbsence, type Versitygw } from './versitygw.ts'

/** Why the tests of objects that Trino evaluates are skipped; false when they run. */
export const trinoObjectsAbsence: string | false = trinoAbsence || versitygwAbsence

/** A bucket of an S3 server, a catalog of Trino over it, and a scratch schema in there. */
export interface TrinoObjects {
  /** The connection to Trino. */
  engine: ConnectionValues & { host: string; port: number; username: string }
  bucket: Versitygw['connection']
  /** Its location is the folder `files` of the bucket. */
  place: ComputePlace
  put: Versitygw['put']
  /** The tables that are declared now. */
  declared(): Promise<string[]>
  run(statements: readonly string[]): Promise<unknown[][]>
  close(): Promise<void>
}

/** `properties` are those of the catalog, for the endpoint, region and keys of the server; on the Trino that the stage of engines has started, or on another one. */
export async function trinoObjects(
  properties: (bucket: Versitygw['connection']) => Record<string, string> = propertiesOf,
  address: string = process.env['ASSAY_TEST_TRINO'] ?? '',
): Promise<TrinoObjects> {
  const catalog = `objects_${randomBytes(6).toString('hex')}`
  const schema = 'assay_scratch'
  const objects = await startVersitygw()
  const run = (statements: readonly string[]): Promise<unknown[][]> => runOn({ address, schema }, statements)
  const close = async (): Promise<void> => {
    await run([`drop catalog if exists ${catalog}`])
    await objects.close()
  }
  const { 'connector.name': connector = 'hive', ...given } = properties(objects.connection)
  const listed = Object.entries(given).map(([name, value]) => `"${name}" = '${value}'`)
  try {
    await run([
      `create catalog ${catalog} using ${connector} with (${listed.join(', ')})`,
      `create schema ${catalog}.${schema}`,
    ])
  } catch (error) {
    await close()
    throw error
  }
  return {
    engine: connectionTo(address),
    bucket: objects.connection,
    place: { catalog, schema, location: 's3://lake/files' },
    put: objects.put,
    declared: async () =>
      (await run([`show tables from ${catalog}.${schema}`])).map(([table]) => String(table)),
    run,
    close,
  }
}

const propertiesOf = ({
  access_key,
  secret_key,
  parameters,
}: Versitygw['connection']): Record<string, string> => ({
  'connector.name': 'hive',
  'hive.metastore': 'file',
  'hive.metastore.catalog.dir': 's3://lake/metastore',
  'fs.native-s3.enabled': 'true',
  's3.endpoint': parameters.endpoint,
  's3.region': parameters.region,
  's3.path-style-access': 'true',
  's3.aws-access-key': access_key,
  's3.aws-secret-key': secret_key,
  'hive.timestamp-precision': 'MICROSECONDS',
  'hive.parquet.time-zone': 'UTC',
})
