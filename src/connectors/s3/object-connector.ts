import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import type { Connector, ConnectionValues, DatastoreTarget, Session, SessionBounds } from '../connector.ts'
import type { Vendor } from './place.ts'

/** The connector of a service that speaks the protocol of S3. */
export function objectConnector(type: string, vendor: Vendor): Connector {
  const [scheme = ''] = vendor.schemes
  return {
    type,
    title: vendor.title,
    untried: `This connector was tried with a server of the S3 protocol in the tests, and not with ${vendor.title} itself yet.`,
    store_type: 'dfs',
    connection: Type.Object({
      uri: Type.String({
        minLength: 1,
        description: `The bucket, such as ${scheme}my-bucket, with a folder or without.`,
      }),
      access_key: Type.String({ minLength: 1 }),
      secret_key: Type.String({ minLength: 1 }),
      parameters: optional(
        Type.Object({
          endpoint: Type.Optional(
            Type.String({
              description:
                'Address of the server, such as https://objects.example.com:9000; default the vendor’s own.',
            }),
          ),
          region: Type.Optional(
            Type.String({ description: `Region of the bucket; default ${vendor.usualRegion}.` }),
          ),
        }),
      ),
    }),
    requires: ['root_path'],
    takes: { root_path: 'anything' },
    async test(connection, target, bounds) {
      const { tryObjects } = await import('./open.ts')
      await tryObjects(vendor, connection, target, bounds)
    },
    async open(
      connection: ConnectionValues,
      target: DatastoreTarget,
      bounds: SessionBounds,
    ): Promise<Session> {
      const { openObjects } = await import('./open.ts')
      return openObjects(vendor, connection, target, bounds)
    },
  }
}
