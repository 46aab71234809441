import type { Connector, ConnectionValues } from '../../connectors/connector.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { ConnectionChange } from '../../model/connection.ts'
import { secretMembers, type ConnectionSecrets } from './secrets.ts'

/** The connector of a type; 422 names those that there are. */
export function connectorOf(type: string): Connector {
  const connector = connectors.find(type)
  if (connector) return connector
  throw invalidMember(
    'type',
    `No connection type is called "${type}"; known: ${connectors.names().join(', ')}.`,
  )
}

/** The columns of a connection that a change sets; absent members are absent here too. */
export function changedColumns(change: ConnectionChange) {
  const { name, host, port, username, uri, parameters, jdbc_fetch_size, max_parallelization } = change
  return {
    ...(name !== undefined && { name }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(username !== undefined && { username }),
    ...(uri !== undefined && { uri }),
    ...(parameters !== undefined && { parameters: JSON.stringify(parameters ?? {}) }),
    ...(jdbc_fetch_size !== undefined && { jdbc_fetch_size }),
    ...(max_parallelization !== undefined && { max_parallelization }),
  }
}

/** The stored secrets with those of the change laid over them; null removes one, absence keeps it. */
export function mergeSecrets(stored: ConnectionSecrets, change: ConnectionChange): ConnectionSecrets {
  const merged = { ...stored }
  for (const member of secretMembers) {
    const value = change[member]
    if (value === null) delete merged[member]
    else if (value !== undefined) merged[member] = value
  }
  return merged
}

/** The values to connect with: the stored ones with the change laid over them. */
export function mergeValues(stored: ConnectionValues, change: ConnectionChange): ConnectionValues {
  const { host, port, username, uri, parameters } = { ...stored, ...withoutAbsent(change) }
  return {
    host: host ?? null,
    port: port ?? null,
    username: username ?? null,
    uri: uri ?? null,
    parameters: parameters ?? {},
    ...mergeSecrets(secretsOf(stored), change),
  }
}

/** Nothing else of them: a change must not be overlaid by what it changes. */
function secretsOf(values: ConnectionValues): ConnectionSecrets {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => secretMembers.some((one) => one === name)),
  )
}

function withoutAbsent(change: ConnectionChange): ConnectionChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
