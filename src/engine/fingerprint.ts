import { createHash, hash } from 'node:crypto'

/** What two equal rows share: 128 bits of SHA-256 over the row's JSON text, as 32 hexadecimal digits. */
export function rowHash(record: string): string {
  return hash('sha256', record).slice(0, 32)
}

/**
 * The identity of a record anomaly within its container: the row's values and its ordinal (from 0) among identical
 * rows; which checks failed is no part of it, so an anomaly survives a change of checks.
 */
export function recordIdentity(hash: string, ordinal: number): string {
  return `record:${hash}:${ordinal}`
}

/** The identity of a shape anomaly within its container: its check. */
export function shapeIdentity(checkId: number): string {
  return `shape:${checkId}`
}

/** The number shown to clients: 53 bits, so that every JSON reader keeps it whole. */
export function fingerprintOf(containerId: number, identity: string): number {
  const bytes = createHash('sha256').update(`${containerId}:${identity}`).digest()
  return Number(bytes.readBigUInt64BE(0) >> 11n)
}
