import type { ConnectionType } from '../api/api.generated.ts'

/** A line of the form, by the place of its member in the request. */
export interface Line {
  member: string
  label: string
  /** What is proposed where nothing is typed; null: nothing. */
  example: string | null
  isSecret?: boolean
  isRequired?: boolean
}

/** What a type of store needs to be told. */
export interface StoreType {
  type: ConnectionType
  word: string
  /** How its connection is reached; needed only for a new one. */
  connection: readonly Line[]
  /** Where in it the data is. */
  place: readonly Line[]
}

const file: Line = {
  member: 'connection.uri',
  label: 'Database file',
  example: '/data/shop.db',
  isRequired: true,
}
const database: Line = { member: 'database', label: 'Database', example: null, isRequired: true }
const schema: Line = { member: 'schema', label: 'Schema', example: null }

/** A server whose connections end at this port unless they say otherwise. */
function server(port: string): readonly Line[] {
  return [
    { member: 'connection.host', label: 'Host', example: 'db.example.com', isRequired: true },
    { member: 'connection.port', label: 'Port', example: port },
    { member: 'connection.username', label: 'User', example: null },
    { member: 'connection.password', label: 'Password', example: null, isSecret: true },
  ]
}

/** A bucket whose address is like this one. */
function bucket(type: 's3' | 'gcs', word: string, uri: string, region: string): StoreType {
  return {
    type,
    word,
    connection: [
      { member: 'connection.uri', label: 'Bucket', example: uri, isRequired: true },
      {
        member: 'connection.access_key',
        label: 'Access key',
        example: null,
        isSecret: true,
        isRequired: true,
      },
      {
        member: 'connection.secret_key',
        label: 'Secret key',
        example: null,
        isSecret: true,
        isRequired: true,
      },
      { member: 'connection.parameters.region', label: 'Region', example: region },
      {
        member: 'connection.parameters.endpoint',
        label: 'Server, where it is not the vendor’s',
        example: null,
      },
    ],
    place: [{ member: 'root_path', label: 'Folder in the bucket', example: '/', isRequired: true }],
  }
}

/** All types that the service can read, the simplest first. */
export const storeTypes: readonly StoreType[] = [
  {
    type: 'local',
    word: 'Files in a folder of the service',
    connection: [],
    place: [{ member: 'root_path', label: 'Folder', example: '/data/files', isRequired: true }],
  },
  {
    type: 'postgresql',
    word: 'PostgreSQL',
    connection: server('5432'),
    place: [database, { ...schema, example: 'public' }],
  },
  { type: 'mysql', word: 'MySQL', connection: server('3306'), place: [database] },
  { type: 'mariadb', word: 'MariaDB', connection: server('3306'), place: [database] },
  {
    type: 'redshift',
    word: 'Amazon Redshift',
    connection: server('5439'),
    place: [database, { ...schema, example: 'public' }],
  },
  {
    type: 'sqlserver',
    word: 'SQL Server',
    connection: server('1433'),
    place: [database, { ...schema, example: 'dbo' }],
  },
  {
    type: 'bigquery',
    word: 'Google BigQuery',
    connection: [
      {
        member: 'connection.credentials_payload',
        label: 'Key of a service account, as JSON',
        example: null,
        isSecret: true,
        isRequired: true,
      },
      { member: 'connection.parameters.project', label: 'Project that pays', example: null },
    ],
    place: [
      { ...database, label: 'Project' },
      { ...schema, label: 'Dataset', example: 'shop', isRequired: true },
    ],
  },
  { type: 'clickhouse', word: 'ClickHouse', connection: server('8123'), place: [database] },
  {
    type: 'trino',
    word: 'Trino',
    connection: server('8443'),
    place: [
      { ...database, label: 'Catalog' },
      { ...schema, example: 'default' },
    ],
  },
  {
    type: 'spark',
    word: 'Spark (Spark Connect)',
    connection: server('15002'),
    place: [
      { ...database, label: 'Catalog', example: 'spark_catalog' },
      { ...schema, example: 'default' },
    ],
  },
  { type: 'sqlite', word: 'SQLite file', connection: [file], place: [] },
  {
    type: 'duckdb',
    word: 'DuckDB file',
    connection: [file],
    place: [{ ...schema, example: 'main' }],
  },
  bucket('s3', 'Objects in a bucket (S3)', 's3://my-bucket', 'us-east-1'),
  bucket('gcs', 'Objects in a bucket of Google Cloud Storage', 'gs://my-bucket', 'auto'),
  {
    type: 'abfs',
    word: 'Objects in a container of Azure Blob Storage',
    connection: [
      {
        member: 'connection.uri',
        label: 'Container',
        example: 'abfss://my-container@mycompany.dfs.core.windows.net',
        isRequired: true,
      },
      {
        member: 'connection.access_key',
        label: 'Storage account, or client id of an application',
        example: 'mycompany',
        isRequired: true,
      },
      {
        member: 'connection.secret_key',
        label: 'Key of the account, shared access signature, or secret of the application',
        example: null,
        isSecret: true,
        isRequired: true,
      },
      {
        member: 'connection.parameters.endpoint',
        label: 'Server, where it is not the account’s own',
        example: null,
      },
      { member: 'connection.parameters.tenant_id', label: 'Tenant of the application', example: null },
    ],
    place: [{ member: 'root_path', label: 'Folder in the container', example: '/', isRequired: true }],
  },
]

/** The type of this name; files when there is none. */
export function storeTypeOf(name: string | undefined): StoreType {
  const [first] = storeTypes
  const found = storeTypes.find(({ type }) => type === name) ?? first
  if (found === undefined) throw new Error('There are no types of stores.')
  return found
}
