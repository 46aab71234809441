import { ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues, DatastoreTarget } from '../connector.ts'
import { hostFault } from '../shared/hosts.ts'

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
}

/** Where the objects of a datastore are. */
export interface Place {
  title: string
  host: string
  port: number
  is_encrypted: boolean
  region: string
  bucket: string
  /** The beginning of all keys, with a `/` at its end; empty for the whole bucket. */
  prefix: string
  /** The bucket is part of the host name; else it is the first part of the path. */
  is_virtual: boolean
}

const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/i
const regionName = /^[a-z0-9-]{1,60}$/i

/** Reads the place out of a connection and its datastore (null: the connection alone). Throws ServiceError `invalid`. */
export function placeOf(vendor: Vendor, connection: ConnectionValues, target: DatastoreTarget | null): Place {
  const { bucket, folder } = bucketOf(vendor, connection.uri ?? '')
  const region = textOf(connection, 'region') ?? vendor.usualRegion
  if (!regionName.test(region))
    throw invalid(`The region "${region.slice(0, 60)}" is none; give its name, such as eu-central-1.`)
  const endpoint = textOf(connection, 'endpoint')
  // The vendors' certificates hold for one name before theirs, so that a bucket with dots has to be in the path.
  const is_virtual = endpoint === null && !bucket.includes('.')
  const server =
    endpoint === null ? { host: vendor.hostOf(region), port: 443, is_encrypted: true } : serverOf(endpoint)
  const host = is_virtual ? `${bucket}.${server.host}` : server.host
  const parts = [folder, target?.root_path ?? '']
    .map((part) => part.replaceAll(/^\/+|\/+$/g, ''))
    .filter(Boolean)
  const prefix = parts.length === 0 ? '' : `${parts.join('/')}/`
  return { title: vendor.title, ...server, host, region, bucket, prefix, is_virtual }
}

function bucketOf({ title, schemes }: Vendor, uri: string): { bucket: string; folder: string } {
  const scheme = schemes.find((one) => uri.startsWith(one))
  const [, bucket = '', folder = ''] = /^([^/?#]*)\/?(.*)$/.exec(scheme ? uri.slice(scheme.length) : '') ?? []
  if (!bucketName.test(bucket))
    throw invalid(
      `The uri of a ${title} connection names its bucket, such as ${schemes[0] ?? ''}my-bucket or ${schemes[0] ?? ''}my-bucket/folder.`,
    )
  return { bucket, folder }
}

function serverOf(endpoint: string): Pick<Place, 'host' | 'port' | 'is_encrypted'> {
  const url = URL.parse(endpoint)
  const isPlain = url?.protocol === 'http:'
  if (
    !url ||
    (!isPlain && url.protocol !== 'https:') ||
    url.pathname !== '/' ||
    url.search ||
    url.username ||
    url.password
  )
    throw invalid('The endpoint is the address of a server alone, such as https://objects.example.com:9000.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const fault = hostFault(host, [])
  if (fault !== null) throw invalid(fault.replace(/^host/, 'The endpoint'))
  return { host, port: url.port === '' ? (isPlain ? 80 : 443) : Number(url.port), is_encrypted: !isPlain }
}

function textOf({ parameters }: ConnectionValues, member: string): string | null {
  const value = parameters?.[member]
  return typeof value === 'string' && value !== '' ? value : null
}

const invalid = (sentence: string): ServiceError => new ServiceError('invalid', sentence)
