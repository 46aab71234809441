import { sql, type Selectable } from 'kysely'
import { Aborted } from '../kernel/errors.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { LostStatement, StatementNote } from '../model/container-scan-record.ts'
import type { ScanResult } from '../model/operation.ts'
import { measureEnded } from './container-measurements.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'
import type { Checkpoint } from './schema/catalogue.ts'
import { isOpenAnomaly } from './open-anomalies.ts'

/** What an operation of any type has done in one container, as it is stored. */
export type ContainerScanRow = Selectable<Database['operation_containers']>

/**
 * The versions of a container's checks that are in force and Active. What is committed when the statement begins is seen,
 * whatever any clock says: a check that was saved before a scan was asked for is in it.
 */
const versionsInForce = sql`
  select versions.id from quality_checks
  join quality_check_versions as versions
    on versions.quality_check_id = quality_checks.id and versions.number = quality_checks.version
  where quality_checks.container_id = operation_containers.container_id and quality_checks.status = 'Active'
  order by versions.id`

/**
 * Opens container scans when the first unit of each starts; a second start (another attempt) keeps the first start time,
 * and the versions of the checks that were in force then. By id; one that has ended, because its run was aborted after the
 * unit was claimed, is left out.
 */
export async function startContainerScans(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, ContainerScanRow>> {
  const opened = await database
    .updateTable('operation_containers')
    .set({
      result: 'running',
      start_time: sql<string>`coalesce(start_time, clock_timestamp())`,
      check_versions: sql<string[]>`coalesce(check_versions, array(${versionsInForce}))`,
    })
    .where('id', 'in', [...ids])
    .where('result', 'in', ['queued', 'running'])
    .returningAll()
    .execute()
  return new Map(opened.map((scan) => [scan.id, scan]))
}

/** The same for one; throws Aborted when it has ended. */
export async function startContainerScan(database: Queryable, id: number): Promise<ContainerScanRow> {
  const opened = (await startContainerScans(database, [id])).get(id)
  if (!opened) throw containerScanHasEnded()
  return opened
}

/** Of a unit whose container scan cannot be opened: its run was aborted after the unit was claimed, or its container deleted. */
export const containerScanHasEnded = (): Aborted => new Aborted('This container scan has ended.')

/** Takes the start of container scans back of which nothing was done: they wait again as if never begun. */
export async function unstartContainerScans(database: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await database
    .updateTable('operation_containers')
    .set({ result: 'queued', start_time: null, check_versions: null })
    .where('id', 'in', [...ids])
    .where('result', '=', 'running')
    .execute()
}

/** Notes a statement over which the connection to the source was lost, for the next try of its unit. */
export async function noteLostStatement(
  transaction: Queryable,
  id: number,
  lost: LostStatement,
): Promise<void> {
  await transaction
    .updateTable('operation_containers')
    .set({
      lost_statements: sql<string>`coalesce(lost_statements, '[]') || ${JSON.stringify([lost])}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Puts all commits of one container scan in a line; taken before anything else of it is written. Not a lock on its row: a
 * commit may read from its source for long, and an abort, which writes that row, must not wait for it.
 */
export async function lockContainerScan(transaction: Queryable, id: number): Promise<void> {
  await lockContainerScans(transaction, [id])
}

/** The same for several, in the order of their ids. */
export async function lockContainerScans(transaction: Queryable, ids: readonly number[]): Promise<void> {
  const ordered = ids.toSorted((one, other) => one - other)
  await sql`${prepared}
    select pg_advisory_xact_lock(hashtextextended('container scan', id))
    from unnest(${ordered}::bigint[]) as scans (id)`.execute(transaction)
}

/** Keeps what the schema step saw, for the partitions to be judged against. */
export async function saveObservedFields(
  transaction: Queryable,
  id: number,
  fields: readonly DiscoveredField[],
): Promise<void> {
  await transaction
    .updateTable('operation_containers')
    .set({ observed_fields: JSON.stringify(fields) })
    .where('id', '=', id)
    .execute()
}

/** Rows of operation_containers that are container scans; written out, so that the indexes over those alone serve. */
export const isContainerScan = sql<boolean>`operation_containers.kind in ('scan', 'external_scan')`

/**
 * When a row of operation_containers that is a container scan began, or was made where it has not begun. Of two scans of a container the
 * later one began later, whenever they were made: what it says is newer.
 */
export const scanBegin = sql`coalesce(operation_containers.start_time, operation_containers.created)`

/**
 * The later of all scans that read a row of `containers` itself, as the row of operation_containers: an external scan reads what it is
 * given.
 */
export const latestScan = sql`
  select operation_containers.* from operation_containers
  where operation_containers.container_id = containers.id and operation_containers.kind = 'scan'
  order by ${scanBegin} desc, operation_containers.id desc limit 1`

/** The message of a container in a run: why it failed or was passed over, else the remarks of the source on its rows. */
export const messageOrRemark = sql<
  string | null
>`coalesce(operation_containers.message, operation_containers.remark)`.as('message')

/** Keeps what the source said of the rows that it shows; null for nothing. */
export async function saveRemark(transaction: Queryable, id: number, remark: string | null): Promise<void> {
  await transaction.updateTable('operation_containers').set({ remark }).where('id', '=', id).execute()
}

/** The remarks of sources on the rows that a run read, by the names of the containers. */
export async function remarksOnRows(
  database: Queryable,
  operationId: number,
): Promise<{ container_id: number; remark: string }[]> {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select(['container_id', 'remark'])
    .where('operation_id', '=', operationId)
    .orderBy('containers.name')
    .execute()
  return rows.flatMap(({ container_id, remark }) => (remark === null ? [] : [{ container_id, remark }]))
}

/** Moves the point from which the next incremental scan reads; called in the transaction that ends a container scan well. */
export async function moveCheckpoint(
  transaction: Queryable,
  containerId: number,
  checkpoint: Checkpoint,
): Promise<void> {
  await transaction
    .updateTable('containers')
    .set({ incremental_checkpoint: JSON.stringify(checkpoint) })
    .where('id', '=', containerId)
    .execute()
}

/** What a container scan noted beside its verdicts. */
interface ScanNotes {
  /** Records that were not counted before (default: 0). */
  records?: number
  /** Those of the conclusion (default: none). */
  statements?: readonly StatementNote[] | undefined
  /** When the container was modified, ISO 8601 UTC; null (default): nobody looked, or the source does not say. */
  modified?: string | null | undefined
}

/** Ends a container scan with its result, and counts it as `countContainerScan` does; the message names why when it failed. */
export async function endContainerScan(
  transaction: Queryable,
  id: number,
  result: ScanResult,
  message: string | null,
  { records = 0, statements = [], modified = null }: ScanNotes = {},
): Promise<void> {
  await sql`${prepared}
    with ended as (
      update operation_containers
      set result = ${result}, message = ${message}, end_time = clock_timestamp(), statements = ${statementsText(statements)}::jsonb,
          ${counted(id, records)}
      where id = ${id} returning *, ${modified}::timestamptz as modified
    )
    ${measureEnded(sql`ended`)}`.execute(transaction)
}

/** The end of a container scan that is written in one go. */
export interface EndedScan {
  id: number
  records: number
  result: ScanResult
  message: string | null
  remark: string | null
  /** Those of the conclusion. */
  statements: readonly StatementNote[]
  /** When the container was modified, ISO 8601 UTC; null: nobody looked, or the source does not say. */
  modified: string | null
}

const statementsText = (statements: readonly StatementNote[]): string | null =>
  statements.length === 0 ? null : JSON.stringify(statements)

/** Counts and ends container scans in one statement, in the order of their ids; see endContainerScan. */
export async function endContainerScans(transaction: Queryable, ends: readonly EndedScan[]): Promise<void> {
  await sql`${prepared}
    with ended as (
      select scans.id, ended.records, ended.result, ended.message, ended.remark, ended.statements, ended.modified
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as ended (id bigint, records bigint, result text, message text, remark text, statements jsonb, modified timestamptz)
      join operation_containers as scans using (id)
      order by scans.id for no key update of scans
    ), written as (
    update operation_containers as scans
    set result = ended.result, message = ended.message, remark = ended.remark, end_time = clock_timestamp(),
        statements = nullif(ended.statements, '[]'),
        records_processed = scans.records_processed + ended.records,
        anomaly_count = (select count(*) from anomaly_detections where container_scan_id = scans.id)
    from ended where scans.id = ended.id
    returning scans.*, ended.modified)
    ${measureEnded(sql`written`)}`.execute(transaction)
}

/** Adds to a container scan's counters; `anomaly_count` is counted anew from its detections. */
export async function countContainerScan(transaction: Queryable, id: number, records: number): Promise<void> {
  await sql`${prepared}
    update operation_containers set ${counted(id, records)} where id = ${id}`.execute(transaction)
}

const counted = (id: number, records: number) => sql`records_processed = records_processed + ${records},
  anomaly_count = (select count(*) from anomaly_detections where container_scan_id = ${id})`

/** Names of the containers whose scan ended well with a remark: they have no checks, and could not be read. */
export async function passedOver(database: Queryable, operationId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('operation_containers')
    .innerJoin('containers', 'containers.id', 'operation_containers.container_id')
    .select('containers.name')
    .where('operation_id', '=', operationId)
    .where('result', '=', 'success')
    .where('message', 'is not', null)
    .orderBy('containers.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The number of anomalies that the run found in the container and that are open now, or archived. */
export const foundIn = (state: 'open' | 'archived') => sql<number>`(
  select count(*) from anomaly_detections join anomalies on anomalies.id = anomaly_detections.anomaly_id
  where anomaly_detections.container_scan_id = operation_containers.id
    and (${isOpenAnomaly}) = ${state === 'open'})`
