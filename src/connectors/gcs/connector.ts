import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { defineConnector } from '../connector.ts'
import { bucketConnector } from '../s3/bucket-connector.ts'
import type { Vendor } from '../s3/place.ts'

const vendor: Vendor = {
  title: 'Google Cloud Storage',
  schemes: ['gs://', 'gcs://'],
  usualRegion: 'auto',
  hostOf: () => 'storage.googleapis.com',
  permissions: {
    list: 'storage.objects.list',
    read: 'storage.objects.get',
    write: 'storage.objects.create and storage.objects.delete',
    remove: 'storage.objects.delete',
  },
  writes: {
    headers: {},
    // ETags are conditions of reading alone there, and uploads in parts know no conditions.
    condition: (found) => ({ 'x-goog-if-generation-match': found ? (found.generation ?? '') : '0' }),
    parted: null,
  },
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
    instead: 'The key of a service account, in credentials_payload, does in their place.',
    load: async () => (await import('./google-credentials.ts')).googleCredentials,
  }),
)
