import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { parameterOf, prefixOf } from '../objects/address.ts'
import { authorityOf } from '../shared/authority.ts'
import { invalid, serverOf } from '../shared/server-address.ts'
import type { Place } from '../objects/protocol.ts'

/** The vendor's name for people. */
export const title = 'Azure Blob Storage'

/** A container of an account. */
export interface Container extends Place {
  account: string
}

const containerName = /^(?:\$root|\$web|[a-z0-9](?:[a-z0-9]|-(?!-)){1,61}[a-z0-9])$/
const accountName = /^[a-z0-9]{3,24}$/
const usualHost = (account: string): string => `${account}.blob.core.windows.net`

/** See OpenStore. Addresses of the file system are those of the objects too, under another host name. */
export function placeOf(connection: ConnectionValues, target: DatastoreTarget | null): Container {
  const { bucket, host, folder } = partsOf(connection.uri ?? '')
  const isByToken =
    parameterOf(connection, 'tenant_id') !== null ||
    (parameterOf(connection, 'credentials') ?? 'keys') !== 'keys'
  const account = isByToken ? (host?.split('.')[0] ?? '') : (connection.access_key ?? '')
  if (isByToken && !accountName.test(account))
    throw invalid(
      `With tenant_id or credentials of this machine the uri of an ${title} connection names the storage account, such as abfss://my-container@mycompany.dfs.core.windows.net.`,
    )
  if (!accountName.test(account))
    throw invalid(
      `The access_key of an ${title} connection is the name of the storage account, such as mycompany.`,
    )
  if (host !== null && host.split('.')[0] !== account)
    throw invalid(
      `The uri names another storage account (${host.split('.')[0]}) than access_key (${account}); give the same in both.`,
    )
  const endpoint = parameterOf(connection, 'endpoint')
  const { parts, ...server } =
    endpoint === null
      ? { host: host ?? usualHost(account), port: 443, is_encrypted: true, parts: [] }
      : serverOf(endpoint)
  if (parts.length > 1 || (parts.length === 1 && parts[0] !== account))
    throw invalid(
      'The endpoint is the address of a server alone, such as https://mycompany.blob.core.windows.net; an emulator has the account behind it.',
    )
  return {
    title,
    ...server,
    authority: authorityOf(connection, server),
    account,
    bucket,
    base: [...parts, bucket],
    prefix: prefixOf(folder, target),
  }
}

/** `host` null: the uri names none. */
function partsOf(uri: string): { bucket: string; host: string | null; folder: string } {
  const found = /^(?:abfss?|wasbs?|az|azure):\/\/([^/?#@]+)(?:@([^/?#@:]+))?(?:\/(.*))?$/.exec(uri)
  const [, bucket = '', host, folder = ''] = found ?? []
  const isHost = host === undefined || /^[a-z0-9]+(?:\.[a-z0-9-]+)+$/.test(host)
  if (!containerName.test(bucket) || !isHost)
    throw invalid(
      `The uri of an ${title} connection names its container, such as abfss://my-container@mycompany.dfs.core.windows.net or az://my-container/folder.`,
    )
  return { bucket, host: host?.replace(/^([a-z0-9]+)\.dfs\./, '$1.blob.') ?? null, folder }
}
