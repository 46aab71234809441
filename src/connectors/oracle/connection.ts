import type { EventEmitter } from 'node:events'
import type { Connection } from 'oracledb'
import { ServiceError } from '../../kernel/errors.ts'
import { usualPorts } from '../../model/usual-places.ts'
import type { ConnectionValues } from '../connector.ts'
import { isSocket } from '../shared/hosts.ts'
import { connectTimeoutSeconds } from '../shared/network-failures.ts'
import {
  connectionOver,
  connectToServer,
  type ServerConnection,
  type SocketBounds,
  type Tls,
} from '../shared/server-connection.ts'
import { oracleErrorOf, plainError } from './errors.ts'
import { mendFarewell } from './farewell.ts'
import { withOwnSocket } from './own-socket.ts'

/** A connection to a service of an Oracle Database. */
export type OracleConnection = ServerConnection<Connection & EventEmitter>

const defaultPort = usualPorts.oracle

/** Connects; the errors of `connectToServer`. */
export function connectOracle(
  connection: ConnectionValues,
  service: string,
  bounds: SocketBounds,
): Promise<OracleConnection> {
  const { sslmode = 'disable' } = connection.parameters ?? {}
  if (!sslModes.has(String(sslmode)))
    throw new ServiceError(
      'invalid',
      `The sslmode "${String(sslmode)}" is not one of Oracle, whose ports speak TLS or do not; use disable, verify-ca or verify-full.`,
    )
  if (isSocket(connection.host ?? ''))
    throw new ServiceError(
      'invalid',
      'host is a path, and an Oracle Database is reached by a name or an address.',
    )
  const parameters = { ...connection.parameters, sslmode }
  return connectToServer({ ...connection, parameters }, bounds, {
    title: 'Oracle',
    defaultPort,
    connect: (tls) => connect(connection, service, tls),
    socketOf: (host) => host,
    hasNoTls: () => false,
    isAnswer: (error) => /^(?:ORA-|NJS-51[1789])/.test(oracleErrorOf(error)?.code ?? ''),
  })
}

const sslModes = new Set(['disable', 'verify-ca', 'verify-full'])

async function connect(
  { host, port, username, password }: ConnectionValues,
  service: string,
  tls: Tls,
): Promise<OracleConnection> {
  const { default: oracledb } = await import('oracledb')
  mendFarewell()
  const address = { host: host ?? 'localhost', port: port ?? defaultPort }
  try {
    const { client, socket } = await withOwnSocket(address, connectTimeoutSeconds, () =>
      oracledb.getConnection({
        user: username ?? '',
        password: password ?? '',
        connectString: descriptionOf(address, service, tls),
      }),
    )
    // Its types do not say what else a connection is.
    return connectionOver(socket, client as Connection & EventEmitter, () => client.close())
  } catch (error) {
    throw plainError(error)
  }
}

/** The place in the form in which nothing is looked up in files of this machine. */
function descriptionOf(address: { host: string; port: number }, service: string, tls: Tls): string {
  if (!/^[\w.$#-]+$/.test(service))
    throw new ServiceError('invalid', 'The service is a name alone, such as ORCLPDB1.example.com.')
  const security =
    tls === null ? '' : `(SECURITY=(SSL_SERVER_DN_MATCH=${tls.verify === 'name' ? 'ON' : 'OFF'}))`
  return [
    `(DESCRIPTION=(RETRY_COUNT=0)(CONNECT_TIMEOUT=${connectTimeoutSeconds})`,
    `(ADDRESS=(PROTOCOL=${tls === null ? 'TCP' : 'TCPS'})(HOST=${address.host})(PORT=${address.port}))`,
    `(CONNECT_DATA=(SERVICE_NAME=${service}))${security})`,
  ].join('')
}
