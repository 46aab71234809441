import type { ConnectionValues } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { invalid } from '../shared/server-address.ts'
import { requireSecrecy, requireVendor } from '../shared/identity-server.ts'
import { Renewed, type Lasting } from '../shared/renewed.ts'
import type { Credentials, Signature } from '../s3/credentials.ts'
import type { Bucket } from '../s3/place.ts'
import { requireMachine, type Machine } from '../shared/machine.ts'
import { serviceAccountOf, serviceAccountToken } from '../shared/google-account.ts'
import { machineToken } from './machine-token.ts'

/** Reading and writing. */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
const renewed = new Renewed<string>()
const vendorHost = /(?:^|\.)storage\.googleapis\.com$/

/**
 * An HMAC key, a service account by its key, or that of this machine. Throws ServiceError `invalid` for what cannot be meant or is
 * not allowed.
 */
export function googleCredentials(
  connection: ConnectionValues,
  bucket: Bucket,
  allowing: Machine | undefined,
): Credentials<Signature> {
  const { access_key, secret_key, credentials_payload } = connection
  if (parameterOf(connection, 'credentials') === 'instance') {
    const machine = requireMachine(allowing, 'instance')
    requireSecrecy(bucket, 'the endpoint')
    requireVendor(bucket, vendorHost, bucket.title)
    const identity = ['instance', machine.variables]
    return held(identity, () => machineToken(machine))
  }
  if (credentials_payload) {
    const account = serviceAccountOf(credentials_payload, bucket.authority)
    requireSecrecy(bucket, 'the endpoint')
    return held([account], () => serviceAccountToken(account, scope))
  }
  if (!access_key || !secret_key)
    throw invalid(
      'A Google Cloud Storage connection needs access_key and secret_key, or the key of a service account as credentials_payload, or the credentials of this machine.',
    )
  const keys = { access_key, secret_key, session_token: null }
  return { identity: [keys], value: () => Promise.resolve(keys) }
}

/** Credentials by a token that all who are the same share. */
const held = (identity: readonly unknown[], ask: () => Promise<Lasting<string>>): Credentials<Signature> => ({
  identity,
  value: async (signal) => ({ token: await renewed.value(identity, ask, signal) }),
})
