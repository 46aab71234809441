import type { RecordFinding } from '../../engine/finding.ts'
import { basisOf, identityHash, ordinalOf } from '../../engine/fingerprint.ts'
import { freeOrdinals, recognise } from '../../engine/recognise.ts'
import { fieldNames, valuesOf } from '../../engine/held-rows.ts'
import type { RecordIdentity } from '../../model/identity.ts'
import type { Detection } from '../../store/anomalies.ts'
import {
  changeIdentities,
  ensureBasis,
  lockKnownRecords,
  type KnownRecord,
  type StoredBasis,
} from '../../store/identities.ts'
import { foundByAny, type LaterScan } from '../../store/later-scans.ts'
import type { Queryable } from '../../store/pool.ts'
import { reactivateArchived } from '../../store/recurring-anomalies.ts'
import { identityOf, reidentify, type Recognition } from './reidentify.ts'

/** By what the rows of a container are recognised. */
export interface IdentitySettings {
  /** Fields of the key; empty without one. */
  key_fields: readonly string[]
  salt: string
}

/** The identity that a found row has from now on. */
export interface RecognisedRow {
  /** The anomaly that it was found as before; null when it is new. */
  anomaly_id: number | null
  identity: RecordIdentity
}

/**
 * Says of each found row which anomaly it is, and gives that anomaly the identity by which it is found from now on; an
 * archived one that is found again is opened when `archived` ones count. An anomaly that this scan found already is none of these
 * rows, unless one of the scans in `overtakenBy` has found it as well: its row may look otherwise by then.
 */
export async function recogniseRows(
  transaction: Queryable,
  detection: Detection,
  findings: readonly RecordFinding[],
  { key_fields, salt }: IdentitySettings,
  archived: boolean,
  overtakenBy: readonly LaterScan[],
): Promise<RecognisedRow[]> {
  const [first] = findings
  if (!first) return []
  const { container_id, container_scan_id } = detection
  const observed = new Set(fieldNames(valuesOf(first.record)))
  const isKeyed = key_fields.length > 0 && key_fields.every((name) => observed.has(name))
  const wanted = await ensureBasis(
    transaction,
    container_id,
    isKeyed ? basisOf(true, key_fields) : basisOf(false, observed),
  )
  const recognition: Recognition = { container_id, container_scan_id, salt, observed, wanted, archived }
  const inUse = detection.of_given_rows === true ? [] : await reidentify(transaction, recognition)
  const bases = usableBases(inUse, recognition)
  const rows = findings.map(({ record, row_hash }) => {
    const values = valuesOf(record)
    return { row_hash, hashes: bases.map((basis) => identityHash(values, basis, salt)) }
  })
  const hashes = [...new Set(rows.flatMap((row) => row.hashes.filter((found) => found !== null)))]
  const ids = bases.map(({ id }) => id)
  const locked = await lockKnownRecords(transaction, container_scan_id, ids, hashes, archived)
  const known = await withoutOvertaken(transaction, locked, overtakenBy)
  const ordinals = freeOrdinals(known)
  const position = bases.findIndex(({ id }) => id === wanted.id)
  const recognised = recognise(rows, known).map((anomaly, index): RecognisedRow => {
    const isKept =
      anomaly !== null &&
      (anomaly.identity_basis_id === wanted.id || !wanted.is_key) &&
      (anomaly.is_open || !ordinals.isTaken(anomaly.identity_hash, anomaly.ordinal))
    if (isKept) return { anomaly_id: anomaly.id, identity: anomaly }
    const hash = rows[index]?.hashes[position] ?? ''
    const identity = identityOf(container_id, wanted.id, hash, ordinals.next(hash))
    return { anomaly_id: anomaly?.id ?? null, identity }
  })
  const before = new Map(known.map(({ id, identity }) => [id, identity]))
  const found = recognised.flatMap(({ anomaly_id: id, identity }) => (id === null ? [] : { ...identity, id }))
  await changeIdentities(
    transaction,
    found.filter(({ id, identity }) => before.get(id) !== identity),
  )
  const archivedIds = new Set(known.flatMap(({ id, is_open }) => (is_open ? [] : id)))
  await reactivateArchived(
    transaction,
    container_scan_id,
    found.map(({ id }) => id).filter((id) => archivedIds.has(id)),
  )
  return recognised
}

/** The anomalies with their ordinals; one that this scan and then one of `overtakenBy` found counts as not found yet. */
async function withoutOvertaken(
  transaction: Queryable,
  locked: readonly KnownRecord[],
  overtakenBy: readonly LaterScan[],
) {
  const ids = locked.map(({ id }) => id)
  const overtaken = await foundByAny(transaction, overtakenBy, ids)
  return locked.map((row) => ({
    ...row,
    ordinal: ordinalOf(row.identity),
    is_found: row.is_found && !overtaken.has(row.id),
  }))
}

/** The wanted basis and those whose fields the source shows, the most telling first: the key, then most fields. */
function usableBases(inUse: readonly StoredBasis[], { wanted, observed }: Recognition): StoredBasis[] {
  const others = inUse.filter(
    ({ id, is_key, fields }) => id !== wanted.id && !is_key && fields.every((name) => observed.has(name)),
  )
  return [wanted, ...others].sort(
    (one, other) => Number(other.is_key) - Number(one.is_key) || other.fields.length - one.fields.length,
  )
}
