import { BlockList, isIP } from 'node:net'

/** Networks in which a cloud or a machine keeps what is its own, its credentials among it; no database is there. */
const ownNetworks = new BlockList()
ownNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
ownNetworks.addAddress('100.100.100.200', 'ipv4')
ownNetworks.addAddress('168.63.129.16', 'ipv4')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')
ownNetworks.addAddress('fd00:ec2::254', 'ipv6')

const hostName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*)(?:\.[\p{L}\p{N}_-]+)*\.?$/u

/** Why a text is no host of a database server, as a sentence that does not repeat it; null when it is one. */
export function hostFault(host: string): string | null {
  if (host.startsWith('/'))
    return 'host is a path; sockets of this machine are not opened, give a name or an address.'
  if (isIP(host) === 0 && (host.length > 253 || !hostName.test(host))) {
    return 'host is a name or an address alone, such as db.example.com; port, user name and password are members of their own.'
  }
  return isOwnAddress(host) ? addressFault : null
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
