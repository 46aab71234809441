import type { ConnectionValues } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { invalid } from '../shared/server-address.ts'

const usualWorkgroup = 'primary'
const workgroupName = /^[\w.-]{1,128}$/
const bucketAddress = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/|$)/i

/** What statements of a connection are sent with. */
export interface Settings {
  workgroup: string
  /** Where in S3 the service writes their rows; null: where the workgroup says. */
  output_location: string | null
}

/** The settings of a connection, or the usual ones. Throws ServiceError `invalid`. */
export function settingsOf(connection: ConnectionValues): Settings {
  const workgroup = parameterOf(connection, 'workgroup') ?? usualWorkgroup
  if (!workgroupName.test(workgroup))
    throw invalid('The workgroup is the name of a workgroup of Athena, such as primary.')
  const output_location = parameterOf(connection, 'output_location')
  if (output_location !== null && !bucketAddress.test(output_location))
    throw invalid('The output_location is a folder in S3, such as s3://my-results/assay/.')
  return { workgroup, output_location }
}
