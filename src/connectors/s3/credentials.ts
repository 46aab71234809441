import type { ConnectionValues } from '../connector.ts'
import type { Machine } from '../shared/machine.ts'
import type { Bucket } from './place.ts'

/** A pair of keys, in clear for the time of a session; `session_token` is null for keys without an end. */
export interface AwsKeys {
  access_key: string
  secret_key: string
  session_token: string | null
}

/** What a request is signed with: keys, or a token that is sent as it is. */
export type Signature = AwsKeys | { token: string }

/** The credentials of a connection. */
export interface Credentials<Value extends Signature = AwsKeys> {
  /** All that says whose they are, secrets too. */
  identity: readonly unknown[]
  /** As they hold now; may ask another server first. Throws RunFailure, SourceUnreached and Aborted. */
  value(signal: AbortSignal): Promise<Value>
}

/** The credentials that a vendor takes. Throws ServiceError `invalid` for those that cannot be meant or are not allowed. */
export type CredentialsOf = (
  connection: ConnectionValues,
  bucket: Bucket,
  machine: Machine | undefined,
) => Credentials<Signature>
