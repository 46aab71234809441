import { defineConnector } from '../connector.ts'
import { objectConnector } from '../s3/object-connector.ts'

/** Objects in Google Cloud Storage, by its XML interface and HMAC keys. */
export default defineConnector(
  objectConnector('gcs', {
    title: 'Google Cloud Storage',
    schemes: ['gs://', 'gcs://'],
    usualRegion: 'auto',
    hostOf: () => 'storage.googleapis.com',
  }),
)
