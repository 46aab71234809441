import type { DatasetPlace } from './run-facts.ts'
import { foldedName } from '../kernel/folded-name.ts'
import { usualPorts, usualSchemas } from '../model/usual-places.ts'

const portsByType: Readonly<Record<string, number>> = usualPorts
const schemasByType: Readonly<Record<string, string>> = usualSchemas

/** A cluster or workgroup by the host that Amazon gives it: its name, the account's part, and the region. */
const amazonHost = /^([^.]+)\.[^.]+\.([^.]+)\.redshift(?:-serverless)?\.amazonaws\.com(?:\.cn)?$/i

/**
 * What everybody who follows the naming rules of OpenLineage calls a container. Containers that only we know of, because they are
 * computed, are in our own namespace.
 */
export function datasetName(
  dataset: DatasetPlace,
  ownNamespace: string,
): { namespace: string; name: string } {
  const { connection_type: type, name, database, uri, root_path, datastore_name } = dataset
  const schema = dataset.schema ?? schemasByType[type] ?? null
  if (dataset.is_computed) return { namespace: ownNamespace, name: `${datastore_name}.${name}` }
  switch (type) {
    case 'postgresql':
      return { namespace: serverOf('postgres', dataset), name: dotted(database, schema, name) }
    case 'mysql':
    case 'mariadb':
    case 'clickhouse':
      return { namespace: serverOf(type, dataset), name: dotted(database, name) }
    case 'trino':
    case 'spark':
      return { namespace: serverOf(type, dataset), name: dotted(database, schema, name) }
    case 'redshift': {
      const host = dataset.host?.replace(amazonHost, '$1.$2') ?? null
      return { namespace: serverOf(type, { ...dataset, host }), name: dotted(database, schema, name) }
    }
    case 'sqlserver':
      return { namespace: serverOf('mssql', dataset), name: dotted(database, schema, name) }
    case 'oracle':
      return {
        namespace: serverOf(type, dataset),
        name: dotted(database, schema && foldedName(schema), name),
      }
    case 'snowflake':
      return {
        namespace: `snowflake://${(dataset.host ?? '').replace(/\.snowflakecomputing\.(?:com|cn)$/i, '')}`,
        name: dotted(database && foldedName(database), schema && foldedName(schema), name),
      }
    case 'bigquery':
      return { namespace: type, name: dotted(database, schema, name) }
    case 'athena':
      return {
        namespace: `awsathena://athena.${dataset.region ?? 'us-east-1'}.amazonaws.com`,
        name: dotted(database, schema, name),
      }
    case 'databricks':
      return {
        namespace: `databricks://${dataset.host ?? ''}`,
        name: dotted(database?.toLowerCase() ?? null, schema?.toLowerCase() ?? null, name),
      }
    case 's3':
      return objectIn('s3', dataset)
    case 'gcs':
      return objectIn('gs', dataset)
    case 'abfs':
      return objectIn('abfss', dataset)
    case 'local':
      return { namespace: 'file', name: `${(root_path ?? uri ?? '').replace(/\/+$/, '')}/${name}` }
    default:
      // Databases that are a file: the rules have none for them.
      return { namespace: `${type}:${uri ?? ''}`, name: dotted(schema, name) }
  }
}

function serverOf(scheme: string, { connection_type, host, port, uri }: DatasetPlace): string {
  const url = host === null && uri !== null ? URL.parse(uri) : null
  const known = host ?? url?.hostname ?? 'localhost'
  const at = port ?? (url?.port ? Number(url.port) : portsByType[connection_type])
  return `${scheme}://${known.includes(':') && !known.startsWith('[') ? `[${known}]` : known}:${at}`
}

/** A bucket, whatever scheme its address has, and the key of an object in it; one of Azure with its account, where the address names that. */
function objectIn(scheme: string, { uri, root_path, name }: DatasetPlace) {
  const [, bucket = '', folder = ''] = /^\w+:\/\/([^/]*)\/?(.*)$/.exec(uri ?? '') ?? []
  const folders = [folder, root_path ?? ''].flatMap((path) => path.split('/')).filter((part) => part !== '')
  return {
    namespace: `${scheme}://${bucket.replace('.blob.', '.dfs.')}`,
    name: [...folders, name].join('/'),
  }
}

const dotted = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('.')
