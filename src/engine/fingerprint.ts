import { createHash, hash } from 'node:crypto'
import type { IdentityBasis } from '../model/identity.ts'
import { opened } from '../kernel/held.ts'
import type { HeldValues } from '../kernel/record-json.ts'
import { keyText } from './key-text.ts'

/** The hash that equal rows share: 128 bits of SHA-256 over the row's JSON text, as 32 hexadecimal digits. */
export function rowHash(record: string): string {
  return hash('sha256', record).slice(0, 32)
}

/** The basis with its fields in order. */
export function basisOf(isKey: boolean, fields: Iterable<string>): IdentityBasis {
  return { is_key: isKey, fields: [...new Set(fields)].sort() }
}

/**
 * The hash that rows share when they are one row under this basis; null where the record lacks one of the fields. The salt is the container's: without it nobody can try out values until the hash meets.
 */
export function identityHash(
  values: HeldValues,
  { is_key, fields }: IdentityBasis,
  salt: string,
): string | null {
  const record = opened(values)
  if (!fields.every((name) => Object.hasOwn(record, name))) return null
  const texts = fields.map((name) => [name, valueText(record[name])])
  return hash('sha256', JSON.stringify([salt, is_key, texts])).slice(0, 32)
}

/** One text for a number however many zeros it ends with, and for a value whose type the source reads otherwise by now. */
function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return keyText(value, 'time')
  return keyText(JSON.stringify(value), 'number')
}

/**
 * The identity of a record anomaly within its container: its hash and its ordinal (from 0) among rows with the same one; which
 * checks failed is no part of it, so an anomaly survives a change of checks.
 */
export function recordIdentity(identityHash: string, ordinal: number): string {
  return `record:${identityHash}:${ordinal}`
}

/** The ordinal that `recordIdentity` was given. */
export function ordinalOf(identity: string): number {
  return Number(identity.slice(identity.lastIndexOf(':') + 1))
}

/** The identity of a shape anomaly within its container: its check, and its partition where each partition is judged for itself. */
export function shapeIdentity(checkId: number, partition: string | null): string {
  return partition === null ? `shape:${checkId}` : `shape:${checkId}:${partition}`
}

/** The number shown to clients: 53 bits, so that every JSON reader keeps it whole. */
export function fingerprintOf(containerId: number, identity: string): number {
  const bytes = createHash('sha256').update(`${containerId}:${identity}`).digest()
  return Number(bytes.readBigUInt64BE(0) >> 11n)
}
