import { cut } from '../../kernel/cut.ts'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { parameterOf, prefixOf } from '../objects/address.ts'
import { authorityOf } from '../shared/authority.ts'
import { invalid, serverOf } from '../shared/server-address.ts'
import type { ObjectStore, ObjectWrites, Place } from '../objects/protocol.ts'

/** What differs between the services that speak the protocol of S3. */
export interface Vendor {
  /** Its name for people. */
  title: string
  /** How its addresses begin, such as `s3://`. */
  schemes: readonly string[]
  /** The region to sign for where the connection names none. */
  usualRegion: string
  /** The vendor's own server of a region, for connections without an endpoint. */
  hostOf(region: string): string
  /** Its names of permissions (default: those of S3). */
  permissions?: ObjectStore['permissions']
  /** How objects are written there (default: as the protocol of S3 has it). */
  writes?: ObjectWrites
}

/** A bucket of one of them, and the region that requests are signed for. */
export interface Bucket extends Place {
  region: string
}

const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/i
const regionName = /^[a-z0-9-]{1,60}$/i

/** See OpenStore. */
export function placeOf(
  vendor: Vendor,
  connection: ConnectionValues,
  target: DatastoreTarget | null,
): Bucket {
  const { bucket, folder } = bucketOf(vendor, connection.uri ?? '')
  const region = regionOf(connection, vendor.usualRegion)
  const endpoint = parameterOf(connection, 'endpoint')
  const server = serverAt(endpoint, vendor.hostOf(region))
  // The vendors' certificates hold for one name before theirs, so that a bucket with dots has to be in the path.
  const isVirtual = endpoint === null && !bucket.includes('.')
  return {
    title: vendor.title,
    ...server,
    authority: authorityOf(connection, server),
    host: isVirtual ? `${bucket}.${server.host}` : server.host,
    base: isVirtual ? [] : [bucket],
    region,
    bucket,
    prefix: prefixOf(folder, target),
  }
}

/** The region that the connection names, or else the usual one. Throws ServiceError `invalid`. */
export function regionOf(connection: ConnectionValues, usual: string): string {
  const region = parameterOf(connection, 'region') ?? usual
  if (regionName.test(region)) return region
  throw invalid(`The region "${cut(region, 60)}" is none; give its name, such as eu-central-1.`)
}

/** The server that an endpoint names, or else the vendor's own, which is reached by TLS. Throws ServiceError `invalid`. */
export function serverAt(
  endpoint: string | null,
  host: string,
): Pick<Place, 'host' | 'port' | 'is_encrypted'> {
  if (endpoint === null) return { host, port: 443, is_encrypted: true }
  const { parts, ...server } = serverOf(endpoint)
  if (parts.length === 0) return server
  throw invalid('The endpoint is the address of a server alone, such as https://objects.example.com:9000.')
}

function bucketOf({ title, schemes }: Vendor, uri: string): { bucket: string; folder: string } {
  const scheme = schemes.find((one) => uri.startsWith(one))
  const [, bucket = '', folder = ''] = /^([^/?#]*)\/?(.*)$/.exec(scheme ? uri.slice(scheme.length) : '') ?? []
  if (!bucketName.test(bucket))
    throw invalid(
      `The uri of a connection to ${title} names its bucket, such as ${schemes[0] ?? ''}my-bucket or ${schemes[0] ?? ''}my-bucket/folder.`,
    )
  return { bucket, folder }
}
