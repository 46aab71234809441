import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues, SessionBounds } from '../connector.ts'
import { parameterOf } from '../objects/address.ts'
import { amazonHost } from '../s3/amazon-host.ts'
import { awsCredentials } from '../s3/aws-keys.ts'
import { regionOf, serverAt } from '../s3/place.ts'
import { untilFirstAnswer } from '../shared/network-failures.ts'
import { connectToServer } from '../shared/server-connection.ts'
import { AthenaRefusal, workgroupSchema } from './answer.ts'
import { AthenaClient, type Place } from './client.ts'
import { AthenaRequests } from './requests.ts'
import { settingsOf, type Settings } from './settings.ts'

const title = 'Amazon Athena'
const usualRegion = 'us-east-1'
/** The engine before it had other functions; those that run notebooks take no SQL. */
const oldestEngine = 3

/**
 * The client of a connection, once its workgroup is seen to take statements. Throws ServiceError as `connectToServer` does; without
 * a place statements name the catalogue of their tables.
 */
export async function connectToAthena(
  connection: ConnectionValues,
  place: Place | null,
  bounds: SessionBounds,
): Promise<AthenaClient> {
  const region = regionOf(connection, usualRegion)
  const server = serverAt(parameterOf(connection, 'endpoint'), amazonHost('athena', region))
  const credentials = awsCredentials(connection, { region, title }, bounds.machine)
  const settings = settingsOf(connection)
  const { host, port, is_encrypted } = server
  const sslmode = is_encrypted ? 'verify-full' : 'disable'
  return connectToServer({ host, port, parameters: { sslmode } }, bounds, {
    title,
    defaultPort: 443,
    async connect(tls) {
      const requests = new AthenaRequests({ ...server, region }, credentials, tls)
      try {
        await requireWorkgroup(requests, settings)
        return new AthenaClient(requests, settings, place, bounds)
      } catch (error) {
        requests.close()
        throw error
      }
    },
    socketOf: (path) => path,
    hasNoTls: () => false,
    isAnswer: (error) => error instanceof AthenaRefusal || error instanceof RunFailure,
  })
}

/** Throws ServiceError `connection_failed` for a workgroup in which no statement of ours can run. */
async function requireWorkgroup(
  requests: AthenaRequests,
  { workgroup, output_location }: Settings,
): Promise<void> {
  const asked = { action: 'GetWorkGroup', members: { WorkGroup: workgroup } }
  const { WorkGroup } = await requests.ask(workgroupSchema, asked, untilFirstAnswer())
  const { Configuration = {}, State } = WorkGroup
  const refuse = (sentence: string) => new ServiceError('connection_failed', sentence)
  if (State === 'DISABLED')
    throw refuse(`The workgroup "${workgroup}" is disabled. Enable it, or name another one in workgroup.`)
  const engine = Configuration.EngineVersion?.EffectiveEngineVersion ?? ''
  if (!(Number(/^Athena engine version (\d+)$/.exec(engine)?.[1] ?? 0) >= oldestEngine))
    throw refuse(
      `The workgroup "${workgroup}" runs ${engine || 'another engine'}. Assay needs Athena engine version ${oldestEngine} or newer.`,
    )
  const isWritten =
    output_location !== null ||
    Boolean(Configuration.ResultConfiguration?.OutputLocation) ||
    Configuration.ManagedQueryResultsConfiguration?.Enabled === true
  if (!isWritten)
    throw refuse(
      `The workgroup "${workgroup}" has no place for the results of its statements. Give it one, or set output_location to a folder in S3.`,
    )
}
