import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Says where the service may send to: anywhere public, and what the settings list. */
export interface Targets {
  /** True when the host is listed by name, or when every address it leads to is public or listed. */
  accepts(host: string, addresses: readonly LookupAddress[]): boolean
}

/** Networks of IPv4 that are no public hosts: own machine, private, shared, link-local, protocols, examples, multicast, reserved. */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // A cloud's metadata server on a public address.
  '168.63.129.16/32',
]
/** Networks in the global unicast range of IPv6 that are not public, or carries an IPv4 address inside: Teredo, 6to4, examples. */
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = networks([...closedV4, ...closedV6])
const global = networks(['2000::/3'])

/** `allowed` holds host names, addresses and CIDR ranges; throws a sentence about an entry that is none of them. */
export function parseTargets(allowed: readonly string[]): Targets {
  const plain = allowed.map((entry) => entry.trim().replace(/^\[(.*)\]$/, '$1'))
  const isName = (entry: string) => isIP(entry) === 0 && !entry.includes('/')
  const names = new Set(plain.filter(isName).map(hostName))
  const ranges = networks(plain.filter((entry) => !isName(entry)))
  return {
    accepts: (host, addresses) =>
      names.has(bareName(host)) ||
      (addresses.length > 0 && addresses.every((address) => isPublic(address) || contains(ranges, address))),
  }
}

/** Of IPv6 only global unicast is public, so that mapped, translated, unique-local and link-local addresses are not. */
function isPublic(address: LookupAddress): boolean {
  return !contains(closed, address) && (isIP(address.address) === 4 || contains(global, address))
}

/** An IPv4 address is not in a range of IPv6, although a BlockList would say so of `::/0`. */
function contains({ v4, v6 }: Networks, { address }: LookupAddress): boolean {
  if (isIP(address) === 4) return v4.check(address, 'ipv4')
  return v4.check(address, 'ipv6') || v6.check(address, 'ipv6')
}

interface Networks {
  v4: BlockList
  v6: BlockList
}

function networks(entries: readonly string[]): Networks {
  const lists: Networks = { v4: new BlockList(), v6: new BlockList() }
  for (const entry of entries) {
    const [address = '', bits, ...more] = entry.split('/')
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (version === 0 || more.length > 0 || !(length <= longest)) throw notATarget(entry)
    if (version === 4) lists.v4.addSubnet(address, length, 'ipv4')
    else lists.v6.addSubnet(address, length, 'ipv6')
  }
  return lists
}

function hostName(entry: string): string {
  const name = bareName(domainToASCII(entry))
  if (!/^[\w-]+(\.[\w-]+)*$/.test(name)) throw notATarget(entry)
  return name
}

/** Without the dot that may end a full name. */
function bareName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function notATarget(entry: string): Error {
  return new Error(
    `ASSAY_ALLOWED_TARGETS holds "${entry}", which is neither a host name, nor an address, nor a range such as 10.1.0.0/16.`,
  )
}
