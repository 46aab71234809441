import type { ConnectionType } from '../api/api.generated.ts'
import {
  abfsSignIns,
  databricksSignIns,
  gcsSignIns,
  s3SignIns,
  snowflakeSignIns,
  type SignIn,
} from './sign-ins.ts'

/** A line of the form, by the place of its member in the request. */
export interface Line {
  member: string
  label: string
  /** What is proposed where nothing is typed; null: nothing. */
  example: string | null
  isSecret?: boolean
  /** True: a text of several lines, whose ends count. */
  hasLines?: boolean
  isRequired?: boolean
  /** True: a whole number. */
  isNumber?: boolean
  /** The values that it may have, with their words; without, any text. */
  choices?: readonly (readonly [value: string, word: string])[]
  /** The member of another line, and the values of it (default: any), without which this one means nothing: it is shown and sent beside these alone. */
  beside?: { member: string; values?: readonly string[] }
}

/** What a type of store needs to be told. */
export interface StoreType {
  type: ConnectionType
  word: string
  /** How its connection is reached; needed only for a new one. */
  connection: readonly Line[]
  /** The ways in which it may sign in, the usual one first; absent: what `connection` has is all. */
  sign_ins?: readonly SignIn[]
  /** The parameter that names the way (default: credentials). */
  sign_in_parameter?: string
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

const encryption: Line = {
  member: 'connection.parameters.sslmode',
  label: 'Encryption',
  example: null,
  choices: [
    ['', 'if the server can'],
    ['require', 'always'],
    ['verify-ca', 'always, by a certificate of a known authority'],
    ['verify-full', 'always, by a certificate of a known authority for this host'],
    ['disable', 'never'],
  ],
}

const authority: Line = {
  member: 'connection.parameters.sslrootcert',
  label: 'Certificate of another authority, as PEM (optional)',
  example: null,
  hasLines: true,
  beside: { member: encryption.member, values: ['verify-ca', 'verify-full'] },
}

/** A server whose connections end at this port unless they say otherwise; `secret` is what signs in beside the user. */
function server(port: string, secret = 'Password'): readonly Line[] {
  return [
    { member: 'connection.host', label: 'Host', example: 'db.example.com', isRequired: true },
    { member: 'connection.port', label: 'Port', example: port, isNumber: true },
    { member: 'connection.username', label: 'User', example: null, isRequired: true },
    { member: 'connection.password', label: secret, example: null, isSecret: true },
    encryption,
    authority,
  ]
}

/** The region of a service of a cloud, and its server. */
const regional = (region: string): readonly Line[] => [
  { member: 'connection.parameters.region', label: 'Region', example: region },
  {
    member: 'connection.parameters.endpoint',
    label: 'Server, where it is not the vendor’s',
    example: null,
  },
]

const endpointAuthority: Line = {
  ...authority,
  label: 'Certificate of its authority, as PEM (where no well-known one has signed it)',
  beside: { member: 'connection.parameters.endpoint' },
}

/** A bucket whose address is like this one. */
const bucket = (uri: string, region: string): readonly Line[] => [
  { member: 'connection.uri', label: 'Bucket', example: uri, isRequired: true },
  ...regional(region),
  endpointAuthority,
]

const roleArn: Line = {
  member: 'connection.parameters.role_arn',
  label: 'Role to take once signed in (optional)',
  example: 'arn:aws:iam::123456789012:role/reader',
}
const externalId: Line = {
  member: 'connection.parameters.external_id',
  label: 'External id that the role asks for (optional)',
  example: null,
  beside: { member: roleArn.member },
}
const stsEndpoint: Line = {
  member: 'connection.parameters.sts_endpoint',
  label: 'Server that gives the role, where it is not the vendor’s (optional)',
  example: 'https://sts.example.com',
  beside: { member: roleArn.member },
}
const folderIn = (what: string): readonly Line[] => [
  { member: 'root_path', label: `Folder in the ${what}`, example: '/', isRequired: true },
]

/** How each type that the service can read is asked for, the simplest first. */
const forms: Record<ConnectionType, Omit<StoreType, 'type'>> = {
  local: {
    word: 'Files in a folder of the service',
    connection: [],
    place: [{ member: 'root_path', label: 'Folder', example: '/data/files', isRequired: true }],
  },
  postgresql: {
    word: 'PostgreSQL',
    connection: server('5432'),
    place: [database, { ...schema, example: 'public' }],
  },
  mysql: { word: 'MySQL', connection: server('3306'), place: [database] },
  mariadb: { word: 'MariaDB', connection: server('3306'), place: [database] },
  redshift: {
    word: 'Amazon Redshift',
    connection: server('5439'),
    place: [database, { ...schema, example: 'public' }],
  },
  sqlserver: {
    word: 'SQL Server',
    connection: server('1433'),
    place: [database, { ...schema, example: 'dbo' }],
  },
  bigquery: {
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
  snowflake: {
    word: 'Snowflake',
    connection: [
      {
        member: 'connection.host',
        label: 'Host',
        example: 'myorg-myaccount.snowflakecomputing.com',
        isRequired: true,
      },
      { member: 'connection.parameters.role', label: 'Role', example: null },
      { member: 'connection.parameters.warehouse', label: 'Warehouse', example: null },
    ],
    sign_ins: snowflakeSignIns,
    sign_in_parameter: 'authentication',
    place: [database, { ...schema, example: 'PUBLIC' }],
  },
  databricks: {
    word: 'Databricks',
    connection: [
      {
        member: 'connection.host',
        label: 'Host',
        example: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
        isRequired: true,
      },
      {
        member: 'connection.parameters.warehouse',
        label: 'SQL warehouse (its id or HTTP path)',
        example: '/sql/1.0/warehouses/1234567890abcdef',
        isRequired: true,
      },
    ],
    sign_ins: databricksSignIns,
    sign_in_parameter: 'authentication',
    place: [
      { ...database, label: 'Catalog' },
      { ...schema, example: 'default' },
    ],
  },
  oracle: {
    word: 'Oracle',
    connection: [
      ...server('1521'),
      { member: 'connection.parameters.service_name', label: 'Service', example: 'ORCLPDB1' },
    ],
    place: [
      { ...database, label: 'Service', example: 'ORCLPDB1' },
      { ...schema, label: 'Schema, where it is not that of the user', example: 'SHOP' },
    ],
  },
  clickhouse: { word: 'ClickHouse', connection: server('8123'), place: [database] },
  trino: {
    word: 'Trino',
    connection: server('8443'),
    place: [
      { ...database, label: 'Catalog' },
      { ...schema, example: 'default' },
    ],
  },
  athena: {
    word: 'Amazon Athena',
    connection: [
      ...regional('us-east-1'),
      { member: 'connection.parameters.workgroup', label: 'Workgroup', example: 'primary' },
      {
        member: 'connection.parameters.output_location',
        label: 'Folder in S3 for results, where the workgroup has none',
        example: 's3://my-results/assay/',
      },
      roleArn,
      externalId,
      stsEndpoint,
    ],
    sign_ins: s3SignIns,
    place: [
      { ...database, label: 'Data catalogue', example: 'AwsDataCatalog' },
      { ...schema, label: 'Database', example: 'default' },
    ],
  },
  spark: {
    word: 'Spark (Spark Connect)',
    connection: server('15002', 'Token'),
    place: [
      { ...database, label: 'Catalog', example: 'spark_catalog' },
      { ...schema, example: 'default' },
    ],
  },
  sqlite: { word: 'SQLite file', connection: [file], place: [] },
  duckdb: {
    word: 'DuckDB file',
    connection: [file],
    place: [{ ...schema, example: 'main' }],
  },
  s3: {
    word: 'Objects in a bucket (S3)',
    connection: [...bucket('s3://my-bucket', 'us-east-1'), roleArn, externalId, stsEndpoint],
    sign_ins: s3SignIns,
    place: folderIn('bucket'),
  },
  gcs: {
    word: 'Objects in a bucket of Google Cloud Storage',
    connection: bucket('gs://my-bucket', 'auto'),
    sign_ins: gcsSignIns,
    place: folderIn('bucket'),
  },
  abfs: {
    word: 'Objects in a container of Azure Blob Storage',
    connection: [
      {
        member: 'connection.uri',
        label: 'Container',
        example: 'abfss://my-container@mycompany.dfs.core.windows.net',
        isRequired: true,
      },
      {
        member: 'connection.parameters.endpoint',
        label: 'Server, where it is not the account’s own',
        example: null,
      },
      endpointAuthority,
    ],
    sign_ins: abfsSignIns,
    place: folderIn('container'),
  },
}

/** All of them. */
export const storeTypes = Object.entries(forms).map(([type, form]): StoreType => ({
  type: type as ConnectionType,
  ...form,
}))

/** The line of a type that reads files of the service's machine: all that can be wrong with such a source is its place. */
export function pathLineOf({ type, connection }: StoreType): string | null {
  if (type === 'local') return 'root_path'
  return connection.includes(file) ? file.member : null
}

/** The types of stores that hold tables (`jdbc`), or files. */
export const storeTypesOf = (kind: 'jdbc' | 'dfs'): ConnectionType[] =>
  storeTypes.flatMap(({ type, place }) =>
    place.some(({ member }) => member === 'root_path') === (kind === 'dfs') ? [type] : [],
  )

/** The type of this name; files when there is none. */
export function storeTypeOf(name: string | undefined): StoreType {
  const [first] = storeTypes
  const found = storeTypes.find(({ type }) => type === name) ?? first
  if (found === undefined) throw new Error('There are no types of stores.')
  return found
}

/** The lines that mean something beside what was typed. */
export const shownLines = (lines: readonly Line[], typed: Readonly<Record<string, string>>): Line[] =>
  lines.filter(({ beside }) => {
    if (beside === undefined) return true
    const other = (typed[beside.member] ?? '').trim()
    return beside.values === undefined ? other !== '' : beside.values.includes(other)
  })
