import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import type { Connector } from '../connector.ts'
import { objectConnector } from '../objects/object-connector.ts'
import type { Vendor } from './place.ts'

/** The connector of a service that speaks the protocol of S3. */
export function bucketConnector(type: string, vendor: Vendor): Connector {
  const [scheme = ''] = vendor.schemes
  return objectConnector({
    type,
    title: vendor.title,
    untried: `This connector was tried with a server of the S3 protocol in the tests, and not with ${vendor.title} itself yet.`,
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
    async protocol() {
      const { openBucket } = await import('./store.ts')
      return (connection, target) => openBucket(vendor, connection, target)
    },
  })
}
