import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { HeldRecord } from '../kernel/record-json.ts'
import type { IdentityBasis, RecordIdentity } from '../model/identity.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/** A basis that anomalies of a container are recognised by. */
export interface StoredBasis extends IdentityBasis {
  id: number
}

/** Puts all that scans write about the anomalies of a container in a line, until this transaction ends. */
export async function lockFindings(transaction: Queryable, containerId: number): Promise<void> {
  await lockFindingsOf(transaction, [containerId])
}

/** The same for the container of a container scan. */
export async function lockFindingsOfScan(transaction: Queryable, containerScanId: number): Promise<void> {
  const rows = await transaction
    .selectFrom('operation_containers')
    .select('container_id')
    .where('id', '=', containerScanId)
    .execute()
  await lockFindingsOf(
    transaction,
    rows.map(({ container_id }) => container_id),
  )
}

/** The same for several containers, in the order of their ids. */
export async function lockFindingsOf(transaction: Queryable, containerIds: readonly number[]): Promise<void> {
  const ordered = containerIds.toSorted((one, other) => one - other)
  await sql`${prepared}
    select pg_advisory_xact_lock(hashtextextended('findings:' || id, 0))
    from unnest(${ordered}::bigint[]) as containers (id)`.execute(transaction)
}

/** The basis as it is stored; made when it is new to the container. After `lockFindings`, so that it is made once. */
export async function ensureBasis(
  transaction: Queryable,
  containerId: number,
  { is_key, fields }: IdentityBasis,
): Promise<StoredBasis> {
  const signature = hash('sha256', JSON.stringify([is_key, fields]))
  const known = await transaction
    .selectFrom('identity_bases')
    .select('id')
    .where('container_id', '=', containerId)
    .where('signature', '=', signature)
    .modifyFront(prepared)
    .executeTakeFirst()
  const { id } =
    known ??
    (await transaction
      .insertInto('identity_bases')
      .values({ container_id: containerId, is_key, fields: [...fields], signature })
      .returning('id')
      .executeTakeFirstOrThrow())
  return { id, is_key, fields }
}

/** True for open anomalies; for all when `archived`. A text for each, so that the index over open ones serves a plan that is kept. */
const known = (archived: boolean) => (archived ? sql`true` : isOpenAnomaly)

/** The bases of the container's open anomalies; of archived ones too when `archived`. */
export async function basesInUse(
  transaction: Queryable,
  containerId: number,
  archived: boolean,
): Promise<StoredBasis[]> {
  const { rows } = await sql<StoredBasis>`
    select id, is_key, fields from identity_bases
    where container_id = ${containerId}
      and exists (select from anomalies where anomalies.identity_basis_id = identity_bases.id and ${known(archived)})`.execute(
    transaction,
  )
  return rows
}

/** A record anomaly that must be recognised by other fields from now on. */
export interface StaleAnomaly {
  id: number
  is_open: boolean
  identity: string
  /** Null for anomalies of earlier versions. */
  basis_id: number | null
  record: HeldRecord
}

/**
 * The record anomalies of these bases, and those without one, in the order of their identities. When there are any, all
 * open record anomalies of the container are locked: which identities are free must not change meanwhile.
 */
export async function lockStaleAnomalies(
  transaction: Queryable,
  containerId: number,
  basisIds: readonly number[],
  archived: boolean,
): Promise<StaleAnomaly[]> {
  const read = () =>
    sql<StaleAnomaly>`${prepared}
      select anomalies.id, ${isOpenAnomaly} as is_open, identity, identity_basis_id as basis_id, record
      from anomalies join source_records on source_records.anomaly_id = anomalies.id and source_records.ordinal = 0
      where anomalies.container_id = ${containerId} and type = 'record' and not is_of_given_rows
        and (identity_basis_id is null or identity_basis_id = any(${basisIds}::bigint[]))
        and ${known(archived)}
      order by identity, anomalies.id`.execute(transaction)
  const { rows } = await read()
  if (rows.length === 0) return []
  await transaction
    .selectFrom('anomalies')
    .select('id')
    .where('container_id', '=', containerId)
    .where('type', '=', 'record')
    .where(isOpenAnomaly)
    .orderBy('identity')
    .orderBy('id')
    .forUpdate()
    .execute()
  return (await read()).rows
}

/** Gives anomalies other identities; none of them may be taken by an open anomaly. */
export async function changeIdentities(
  transaction: Queryable,
  identities: readonly (RecordIdentity & { id: number })[],
): Promise<void> {
  if (identities.length === 0) return
  await sql`
    update anomalies set identity_basis_id = changed.identity_basis_id, identity_hash = changed.identity_hash,
                         identity = changed.identity, fingerprint = changed.fingerprint
    from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
      as changed (id bigint, identity_basis_id bigint, identity_hash text, identity text, fingerprint bigint)
    where anomalies.id = changed.id`.execute(transaction)
}

/** A record anomaly with what it is recognised by. */
export interface KnownRecord extends RecordIdentity {
  id: number
  /** Of the row as it was found last. */
  row_hash: string | null
  is_open: boolean
  /** When it was archived; null for open ones. */
  archived_at: string | null
  /** True when this container scan found it already. */
  is_found: boolean
}

/** The record anomalies with one of these hashes, locked in the order of their identities; archived ones only when asked for. */
export async function lockKnownRecords(
  transaction: Queryable,
  containerScanId: number,
  basisIds: readonly number[],
  hashes: readonly string[],
  archived: boolean,
): Promise<KnownRecord[]> {
  const { rows } = await sql<KnownRecord>`${prepared}
    select id, identity, identity_basis_id, identity_hash, fingerprint, row_hash, archived_at,
           ${isOpenAnomaly} as is_open,
           exists (select from anomaly_detections where anomaly_detections.anomaly_id = anomalies.id
                   and anomaly_detections.container_scan_id = ${containerScanId}) as is_found
    from anomalies
    where identity_basis_id = any(${basisIds}::bigint[]) and identity_hash = any(${hashes}::text[])
      and ${known(archived)}
    order by identity, id
    for update`.execute(transaction)
  return rows
}
