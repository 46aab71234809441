import type { ConnectionValues } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { invalid } from '../shared/server-address.ts'
import { requireSecrecy, requireVendor } from '../shared/identity-server.ts'
import { Renewed } from '../shared/renewed.ts'
import { requireMachine, type Machine } from '../shared/machine.ts'
import { tenantOf, tokenByFile, tokenBySecret } from './entra-token.ts'
import { managedToken } from './managed-token.ts'
import { title, type Container } from './place.ts'

const renewed = new Renewed<string>()
const vendorHost =
  /\.(?:blob\.core\.(?:windows\.net|chinacloudapi\.cn|usgovcloudapi\.net)|blob\.storage\.azure\.net)$/

/** A token that is had when it is needed, or the secret of the account. */
interface AzureCredentials {
  /** All that says whose they are, secrets too. */
  identity: readonly unknown[]
  /** Null: `secret` signs. Throws RunFailure, SourceUnreached and Aborted. */
  token: ((signal: AbortSignal) => Promise<string>) | null
  /** A key of the account or a shared access signature; empty beside a token. */
  secret: string
}

/** True for a shared access signature, a query that is sent as it is. */
export const isSignature = (secret: string): boolean => /(?:^|[?&])sig=/.test(secret)

/** Throws ServiceError `invalid` for what cannot be meant or is not allowed. */
export function azureCredentials(
  connection: ConnectionValues,
  container: Container,
  allowing: Machine | undefined,
): AzureCredentials {
  const kind = parameterOf(connection, 'credentials')
  const { access_key, secret_key } = connection
  if (kind === 'web_identity' || kind === 'instance') {
    const machine = requireMachine(allowing, kind)
    requireSecrecy(container, 'endpoint')
    requireVendor(container, vendorHost, title)
    const client = access_key || null
    const ask = () => (kind === 'instance' ? managedToken(machine, client) : tokenByFile(machine, client))
    return byToken([kind, client, machine.variables], ask)
  }
  if (!access_key || !secret_key)
    throw invalid(`An ${title} connection needs access_key and secret_key, or credentials of this machine.`)
  const tenant = tenantOf(connection, container.authority)
  if (tenant === null) {
    requireSecret(secret_key)
    return { identity: [access_key, secret_key], token: null, secret: secret_key }
  }
  requireSecrecy(container, 'endpoint')
  return byToken([tenant, access_key, secret_key], () => tokenBySecret(tenant, { access_key, secret_key }))
}

function byToken(
  identity: readonly unknown[],
  ask: Parameters<Renewed<string>['value']>[1],
): AzureCredentials {
  return { identity, token: (signal) => renewed.value(identity, ask, signal), secret: '' }
}

function requireSecret(secret: string): void {
  if (isSignature(secret) || /^[A-Za-z0-9+/]{40,}={0,2}$/.test(secret)) return
  throw invalid(
    `The secret_key of an ${title} connection is a key of the storage account, in Base64, or a shared access signature (sv=...&sig=...).`,
  )
}
