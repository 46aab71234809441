import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { defineConnector } from '../connector.ts'
import { bucketConnector } from '../s3/bucket-connector.ts'

const vendor = {
  title: 'Google Cloud Storage',
  schemes: ['gs://', 'gcs://'],
  usualRegion: 'auto',
  hostOf: () => 'storage.googleapis.com',
}

/** Objects in Google Cloud Storage, by its XML interface, with HMAC keys or as a service account. */
export default defineConnector(
  bucketConnector('gcs', vendor, {
    members: {
      access_key: optional(Type.String(), 'Name of an HMAC key'),
      secret_key: optional(Type.String(), 'Its secret'),
      credentials_payload: optional(Type.String(), 'The key of a service account, the text of its JSON file'),
    },
    parameters: {
      credentials: Type.Optional(
        Type.Enum(['keys', 'instance'], {
          description:
            'keys (default): those of the connection; instance: the service account of this machine, or of its pod, which ASSAY_MACHINE_CREDENTIALS has to allow.',
        }),
      ),
    },
    load: async () => (await import('./google-credentials.ts')).googleCredentials,
  }),
)
