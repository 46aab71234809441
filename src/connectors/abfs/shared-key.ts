import { createHmac } from 'node:crypto'
import type { Unsigned } from '../objects/protocol.ts'

/** The headers of a request, other than Microsoft's own, that the signature covers, in this order. */
const covered = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

/**
 * The value of the header `Authorization` for a request to the account, by its key in Base64. Source: "Authorize with Shared Key" in
 * the reference of Azure Storage, versions since 2009-09-19.
 */
export function sharedKey(
  { method, path, query, headers }: Omit<Unsigned, 'body'>,
  account: string,
  key: string,
): string {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  const own = [...named].filter(([name]) => name.startsWith('x-ms-')).toSorted(byName)
  const asked = Object.entries(query)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .toSorted(byName)
  const signed = [
    method,
    ...covered.map((name) =>
      name === 'content-length' && named.get(name) === '0' ? '' : (named.get(name) ?? ''),
    ),
    ...own.map(([name, value]) => `${name}:${value}`),
    `/${account}${path}`,
    ...asked.map(([name, value]) => `${name}:${value}`),
  ].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')
  return `SharedKey ${account}:${signature}`
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1
