import { defineConnector } from '../connector.ts'
import { bucketConnector } from './bucket-connector.ts'

/** Objects in Amazon S3, or in any server that speaks its protocol, read as files. */
export default defineConnector(
  bucketConnector('s3', {
    title: 'S3',
    schemes: ['s3://', 's3a://'],
    usualRegion: 'us-east-1',
    hostOf: (region) => `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  }),
)
