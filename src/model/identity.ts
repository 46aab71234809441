/** The fields by which rows are recognised: the container's key, or the fields that were known when a row was found first. */
export interface IdentityBasis {
  is_key: boolean
  /** In the order of their names, so that the order in the source does not matter. */
  fields: readonly string[]
}

/** The basis by which a record anomaly is recognised when its row is found again. */
export interface RecordIdentity {
  identity_basis_id: number
  identity_hash: string
  /** Unique among the open anomalies of a container. */
  identity: string
  fingerprint: number
}

/** Where the key of a container comes from: the source says so, or people do. */
export const keyOrigins = ['primary_key', 'unique_key', 'set'] as const
type KeyOrigin = (typeof keyOrigins)[number]

/** A key that a source declares: its fields are never NULL, and no two rows share them. */
export interface SourceKey {
  fields: string[]
  origin: Exclude<KeyOrigin, 'set'>
}
