import { Type, type Static } from 'typebox'
import { storeTypes } from './datastore.ts'
import { described, FreeObject, Id, IdAndName, Name, nullable, optional, Timestamp } from './wire.ts'

const text = Type.String({ maxLength: 1000 })
const secret = Type.String({ maxLength: 100_000 })
const count = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** The members that a client may set. Secrets are write-only. In an update an absent member stays, and null clears it. */
export const ConnectionChange = Type.Object({
  type: Type.Optional(described(Name, 'The kind of source')),
  name: Type.Optional(described(Name, 'Its name; default the type')),
  host: optional(text, 'Name or address of the server'),
  port: optional(
    Type.Integer({ minimum: 1, maximum: 65535 }),
    'Port of the server; null: the usual one of the type',
  ),
  username: optional(text, 'The user to sign in as'),
  uri: optional(text, 'The folder or file of a file store, or a whole address in the place of host and port'),
  parameters: optional(FreeObject, 'Settings of the type, such as those of TLS'),
  jdbc_fetch_size: optional(count, 'How many rows are fetched at a time; null: the default of the type'),
  max_parallelization: optional(
    count,
    'How many sessions may be open at once; null: the default of the service',
  ),
  password: optional(secret, 'Secret; it is never shown'),
  passphrase: optional(secret, 'Secret of a private key; it is never shown'),
  access_key: optional(secret, 'Name of an access key; it is never shown'),
  secret_key: optional(secret, 'Secret of an access key; it is never shown'),
  session_token: optional(secret, 'Token that belongs to an access key that ends; it is never shown'),
  credentials_payload: optional(secret, 'Secret file of credentials; it is never shown'),
})
export type ConnectionChange = Static<typeof ConnectionChange>

/** A new connection; without a name it is called after its type. */
export const ConnectionInput = Type.Object({
  ...ConnectionChange.properties,
  type: described(Name, 'The kind of source'),
})
export type ConnectionInput = Static<typeof ConnectionInput>

/** A connection as it is shown: without its secrets. */
export const Connection = Type.Object({
  id: described(Id, 'Unique among its kind'),
  name: Type.String({ description: 'Its name' }),
  type: Type.String({ description: 'The kind of source' }),
  connection_type: nullable(
    Type.Enum(storeTypes),
    'Whether it holds tables or files; null: the type is not known here any more',
  ),
  host: nullable(Type.String(), 'Name or address of the server; null: it has none'),
  port: nullable(Type.Integer(), 'Port of the server; null: the usual one of the type'),
  username: nullable(Type.String(), 'The user to sign in as; null: none'),
  uri: nullable(
    Type.String(),
    'The folder or file of a file store, or a whole address; null: none. Secrets in it are hidden',
  ),
  parameters: described(FreeObject, 'Settings of the type, without secrets'),
  jdbc_fetch_size: nullable(
    Type.Integer(),
    'How many rows are fetched at a time; null: the default of the type',
  ),
  max_parallelization: nullable(
    Type.Integer(),
    'How many sessions may be open at once; null: the default of the service',
  ),
  created: described(Timestamp, 'When it was made'),
  datastores: described(Type.Array(IdAndName), 'The datastores that use it'),
})
export type Connection = Static<typeof Connection>

/** The outcome of trying a connection; `message` is the driver's reason and is there only without success, `remark` only where there is one. */
export const ConnectionTest = Type.Object({
  connected: Type.Boolean({ description: 'Whether the source answered' }),
  message: Type.Optional(Type.String({ description: 'Why it did not; absent when it did' })),
  remark: Type.Optional(
    Type.String({
      description: 'What the tests of this service have not met of such a source; absent when they run on it',
    }),
  ),
})
export type ConnectionTest = Static<typeof ConnectionTest>
