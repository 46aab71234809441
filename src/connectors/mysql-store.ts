import { Type } from 'typebox'
import { ServiceError } from '../kernel/errors.ts'
import type { ConnectionValues, Connector, DatastoreTarget, Session, SessionBounds } from './connector.ts'

/** All of a connector for MySQL or MariaDB but its name; either kind of server is spoken to as it is. */
export const mysqlStore: Omit<Connector, 'type' | 'title'> = {
  store_type: 'jdbc',
  connection: Type.Object({
    host: Type.String({ minLength: 1 }),
    port: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.Null()])),
    username: Type.String({ minLength: 1 }),
    password: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    parameters: Type.Optional(
      Type.Object({
        sslmode: Type.Optional(
          Type.String({ description: 'disable, prefer (default), require, verify-ca or verify-full.' }),
        ),
        sslrootcert: Type.Optional(
          Type.String({ description: 'The certificate authority to trust, as PEM text.' }),
        ),
      }),
    ),
  }),
  requires: ['database'],
  async test(connection, target, bounds) {
    if (target) await (await open(connection, target, bounds)).close()
    else await reach(connection)
  },
  open,
}

async function open(
  connection: ConnectionValues,
  { database }: DatastoreTarget,
  bounds: SessionBounds,
): Promise<Session> {
  if (!database) throw new ServiceError('invalid', 'A datastore on this connection needs a database.')
  const { MysqlClient } = await import('./mysql-client.ts')
  const { MysqlSession } = await import('./mysql-session.ts')
  return new MysqlSession(await MysqlClient.open(connection, database, bounds), database)
}

async function reach(connection: ConnectionValues): Promise<void> {
  const { connectMysql } = await import('./mysql-connection.ts')
  await (await connectMysql(connection, null)).close()
}
