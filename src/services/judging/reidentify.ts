import { basisOf, fingerprintOf, identityHash, ordinalOf, recordIdentity } from '../../engine/fingerprint.ts'
import { freeOrdinals } from '../../engine/recognise.ts'
import { fieldNames, valuesOf } from '../../engine/held-rows.ts'
import type { IdentityBasis, RecordIdentity } from '../../model/identity.ts'
import {
  basesInUse,
  changeIdentities,
  ensureBasis,
  lockKnownRecords,
  lockStaleAnomalies,
  type StaleAnomaly,
  type StoredBasis,
} from '../../store/identities.ts'
import type { Queryable } from '../../store/pool.ts'

/** The container, and by what its rows are recognised now. */
export interface Recognition {
  container_id: number
  container_scan_id: number
  salt: string
  /** The names of the fields that the source shows now. */
  observed: ReadonlySet<string>
  /** The key, where the source shows all of it; else all that it shows. */
  wanted: StoredBasis
  /** True when archived anomalies are recognised too. */
  archived: boolean
}

/**
 * Gives the anomalies that the found rows cannot meet another identity, worked out from the row that is kept with each: those
 * found before the key was set, those of a key that is gone, and those found when there were fields that are gone. Returns the
 * bases in use after that.
 */
export async function reidentify(transaction: Queryable, recognition: Recognition): Promise<StoredBasis[]> {
  const { container_id, container_scan_id, wanted, salt, archived } = recognition
  const inUse = await basesInUse(transaction, container_id, archived)
  const stale = inUse.filter((basis) => !fits(basis, recognition)).map(({ id }) => id)
  const anomalies = await lockStaleAnomalies(transaction, container_id, stale, archived)
  const known = new Map(inUse.map((basis) => [basis.id, basis]))
  const made = new Map<string, StoredBasis>([[JSON.stringify(wanted.fields), wanted]])
  const moved: { anomaly: StaleAnomaly; basis: StoredBasis; identity_hash: string }[] = []
  for (const anomaly of anomalies) {
    const values = valuesOf(anomaly.record)
    const next = nextBasis(fieldNames(values), known.get(anomaly.basis_id ?? 0) ?? null, recognition)
    if (next === null) continue
    const spelled = JSON.stringify(next.fields)
    const basis = next.is_key
      ? wanted
      : (made.get(spelled) ?? (await ensureBasis(transaction, container_id, next)))
    if (!next.is_key) made.set(spelled, basis)
    const identity_hash = identityHash(values, basis, salt)
    if (identity_hash !== null && basis.id !== anomaly.basis_id) moved.push({ anomaly, basis, identity_hash })
  }
  if (moved.length === 0) return inUse
  const bases = [...new Set(moved.map(({ basis }) => basis.id))]
  const hashes = [...new Set(moved.map(({ identity_hash }) => identity_hash))]
  const taken = await lockKnownRecords(transaction, container_scan_id, bases, hashes, false)
  const ordinals = freeOrdinals(taken.map((row) => ({ ...row, ordinal: ordinalOf(row.identity) })))
  const identities = moved.map(({ anomaly, basis, identity_hash }) => ({
    id: anomaly.id,
    ...identityOf(
      container_id,
      basis.id,
      identity_hash,
      anomaly.is_open ? ordinals.next(identity_hash) : ordinalOf(anomaly.identity),
    ),
  }))
  await changeIdentities(transaction, identities)
  return basesInUse(transaction, container_id, archived)
}

/** All that is stored of the identity of a record anomaly. */
export function identityOf(
  containerId: number,
  identity_basis_id: number,
  identity_hash: string,
  ordinal: number,
): RecordIdentity {
  const identity = recordIdentity(identity_hash, ordinal)
  return { identity_basis_id, identity_hash, identity, fingerprint: fingerprintOf(containerId, identity) }
}

/** True when anomalies of this basis need no change; under a key all others are examined, as far as their rows have it. */
function fits({ id, is_key, fields }: StoredBasis, { wanted, observed }: Recognition): boolean {
  if (wanted.is_key || is_key) return id === wanted.id
  return fields.every((name) => observed.has(name))
}

/** Null leaves the anomaly as it is: its row has no field left that the source shows. */
function nextBasis(
  names: readonly string[],
  present: StoredBasis | null,
  { wanted, observed }: Recognition,
): IdentityBasis | null {
  if (wanted.is_key && wanted.fields.every((name) => names.includes(name))) return wanted
  // The former basis stays, without the fields that are gone; after a key, and from earlier versions, all of the row counts.
  const fields = present === null || present.is_key ? names : present.fields
  const left = fields.filter((name) => observed.has(name))
  return left.length === 0 ? null : basisOf(false, left)
}
