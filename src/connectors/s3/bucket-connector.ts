import { Type, type TSchema } from 'typebox'
import { optional } from '../../model/wire.ts'
import type { Connector } from '../connector.ts'
import { sslrootcert } from '../shared/authority.ts'
import { objectConnector } from '../objects/object-connector.ts'
import type { CredentialsOf } from './credentials.ts'
import type { Vendor } from './place.ts'

/** The credentials that a vendor takes. */
interface VendorCredentials {
  /** The members of a connection in which they are given. */
  members: Record<string, TSchema>
  /** The parameters that say which they are. */
  parameters: Record<string, TSchema>
  /** What else may stand in the place of a pair of keys, as a sentence (default: nothing more than the parameters say). */
  instead?: string
  /** Loaded when a place is opened, with the code that asks for them. */
  load(): Promise<CredentialsOf>
}

/** The connector of a service that speaks the protocol of S3. */
export function bucketConnector(type: string, vendor: Vendor, credentials: VendorCredentials): Connector {
  const [scheme = ''] = vendor.schemes
  const { instead } = credentials
  return objectConnector({
    type,
    title: vendor.title,
    ...(instead !== undefined && { meant: () => instead }),
    untried: `This connector was tried with a server of the S3 protocol in the tests, and its sign-ins with servers of the tests; with ${vendor.title} itself not yet.`,
    connection: Type.Object({
      uri: Type.String({
        minLength: 1,
        description: `The bucket, such as ${scheme}my-bucket, with a folder or without.`,
      }),
      ...credentials.members,
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
          sslrootcert,
          ...credentials.parameters,
        }),
      ),
    }),
    async protocol() {
      const [{ openBucket }, credentialsOf] = await Promise.all([import('./store.ts'), credentials.load()])
      return (connection, target, machine) => openBucket(vendor, credentialsOf, connection, target, machine)
    },
  })
}
