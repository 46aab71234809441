import { defineConnector } from '../connector.ts'
import { amazonHost } from './amazon-host.ts'
import { bucketConnector } from './bucket-connector.ts'
import { awsMembers, awsParameters } from './credential-members.ts'

const vendor = {
  title: 'S3',
  schemes: ['s3://', 's3a://'],
  usualRegion: 'us-east-1',
  hostOf: (region: string) => amazonHost('s3', region),
}

/** Objects in Amazon S3, or in any server that speaks its protocol, read as files. */
export default defineConnector(
  bucketConnector('s3', vendor, {
    members: awsMembers,
    parameters: awsParameters,
    load: async () => (await import('./aws-keys.ts')).awsCredentials,
  }),
)
