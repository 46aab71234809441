import { defineConnector } from '../connector.ts'
import { bucketConnector } from '../s3/bucket-connector.ts'

/** Objects in Google Cloud Storage, by its XML interface and HMAC keys. */
export default defineConnector(
  bucketConnector('gcs', {
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
  }),
)
