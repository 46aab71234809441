import { realpath } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { ServiceError } from '../../kernel/errors.ts'
import { isWithin } from './paths.ts'

/** Networks in which a cloud or a machine keeps what is its own, its credentials among it; no database is there. */
const ownNetworks = new BlockList()
ownNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
ownNetworks.addAddress('100.100.100.200', 'ipv4')
ownNetworks.addAddress('168.63.129.16', 'ipv4')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')
ownNetworks.addAddress('fd00:ec2::254', 'ipv6')

const hostName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*)(?:\.[\p{L}\p{N}_-]+)*\.?$/u

/** True for the path of a socket, or of the folder that it is in. */
export const isSocket = (host: string): boolean => host.startsWith('/')

/**
 * Why a text is no host of a database server, as a sentence that does not repeat it; null when it is one. `sockets` are the
 * folders in which sockets of servers may be opened.
 */
export function hostFault(host: string, sockets: readonly string[]): string | null {
  if (isSocket(host)) return sockets.some((folder) => isWithin(resolve(host), folder)) ? null : socketFault
  if (isIP(host) === 0 && (host.length > 253 || !hostName.test(host))) {
    return 'host is a name or an address alone, such as db.example.com; port, user name and password are members of their own.'
  }
  return isOwnAddress(host) ? addressFault : null
}

/** The sentence about a socket in a folder that is not listed. */
const socketFault =
  'host is a path, and sockets of this machine are opened only in the folders that ASSAY_ALLOWED_SOCKETS lists; give a name or an address, or ask whoever runs the service to list the folder.'

/** Throws ServiceError `invalid` when links lead a socket out of the folders that are listed; one that is not there passes. */
export async function requireAllowedSocket(path: string, sockets: readonly string[]): Promise<void> {
  const real = await realpath(path).catch(() => resolve(path))
  const listed = await Promise.all(sockets.map((folder) => realpath(folder).catch(() => folder)))
  if (!listed.some((folder) => isWithin(real, folder))) throw new ServiceError('invalid', socketFault)
}

/** The sentence about an address of `isOwnAddress`. */
export const addressFault =
  'host leads to an address at which a cloud or a machine keeps what is its own; no source is read there.'

/** True when this is an address, and of a network that no source is read from. */
export function isOwnAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  return ownNetworks.check(address.replace(/%.*$/, ''), version === 4 ? 'ipv4' : 'ipv6')
}

/** True for a host that is this machine whatever the name service says. */
export const isThisMachine = (host: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/.test(host)
