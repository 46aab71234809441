import { Type, type Static } from 'typebox'
import { storeTypes } from './datastore.ts'
import { FreeObject, Id, IdAndName, Name, nullable, optional, Timestamp } from './wire.ts'

const text = Type.String({ maxLength: 1000 })
const secret = Type.String({ maxLength: 100_000 })
const count = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** What a client may set. Secrets are write-only. In an update an absent member stays, and null clears it. */
export const ConnectionChange = Type.Object({
  type: Type.Optional(Name),
  name: Type.Optional(Name),
  host: optional(text),
  port: optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  username: optional(text),
  uri: optional(text),
  parameters: optional(FreeObject),
  jdbc_fetch_size: optional(count),
  max_parallelization: optional(count),
  password: optional(secret),
  passphrase: optional(secret),
  access_key: optional(secret),
  secret_key: optional(secret),
  credentials_payload: optional(secret),
})
export type ConnectionChange = Static<typeof ConnectionChange>

/** A new connection; without a name it is called after its type. */
export const ConnectionInput = Type.Object({ ...ConnectionChange.properties, type: Name })
export type ConnectionInput = Static<typeof ConnectionInput>

/** A connection as it is shown: without its secrets. */
export const Connection = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  connection_type: nullable(Type.Enum(storeTypes)),
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  username: nullable(Type.String()),
  uri: nullable(Type.String()),
  parameters: FreeObject,
  jdbc_fetch_size: nullable(Type.Integer()),
  max_parallelization: nullable(Type.Integer()),
  created: Timestamp,
  datastores: Type.Array(IdAndName),
})
export type Connection = Static<typeof Connection>

/** The outcome of trying a connection; `message` is the driver's reason and is there only without success. */
export const ConnectionTest = Type.Object({
  connected: Type.Boolean(),
  message: Type.Optional(Type.String()),
})
export type ConnectionTest = Static<typeof ConnectionTest>
