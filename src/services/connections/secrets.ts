import type { ConnectionValues } from '../../connectors/connector.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'

/** Members of a connection that are stored sealed and never leave the service again. */
export const secretMembers = [
  'password',
  'passphrase',
  'access_key',
  'secret_key',
  'session_token',
  'credentials_payload',
] as const
/** The secrets of a connection in plain text; one that it has not is left out. */
export type ConnectionSecrets = { [Member in (typeof secretMembers)[number]]?: string }

/** The members of a connection in its row; `secrets` is sealed text, or null without any. */
export interface StoredConnection {
  id: number
  host: string | null
  port: number | null
  username: string | null
  uri: string | null
  parameters: Record<string, unknown>
  secrets: string | null
}

const sealedFor = (connectionId: number): string => `connection:${connectionId}`

/** Null when there is nothing to keep. */
export function sealSecrets(box: SecretBox, connectionId: number, secrets: ConnectionSecrets): string | null {
  if (Object.keys(secrets).length === 0) return null
  return box.seal(JSON.stringify(secrets), sealedFor(connectionId))
}

/** Throws when the service's secret key is not the one that sealed them. */
export function openSecrets(box: SecretBox, connection: StoredConnection): ConnectionSecrets {
  if (connection.secrets === null) return {}
  return JSON.parse(box.open(connection.secrets, sealedFor(connection.id))) as ConnectionSecrets
}

/** The connection with its secrets in clear, for the time that a session is opened. */
export function connectionValues(box: SecretBox, connection: StoredConnection): ConnectionValues {
  const { host, port, username, uri, parameters } = connection
  return { host, port, username, uri, parameters, ...openSecrets(box, connection) }
}
