import { sql, type RawBuilder } from 'kysely'
import type { AssertionBasis, AssertionResult } from '../model/check.ts'
import { basisSentence } from '../model/verdict-basis.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** The verdict on one check, as stored. */
export interface SavedOutcome {
  container_scan_id: number
  /** Null for a verdict over the container. */
  partition_scan_id: number | null
  quality_check_id: number
  assertion_result: AssertionResult
  assertion_details: string | null
  asserted_records: number | null
  anomalous_records: number | null
  /** Distinct anomalies that this check produced. */
  anomaly_count: number
  is_rolled_up: boolean
  /** See CheckOutcome. */
  unchanged_since: number | null
  proof: string | null
  /** True when the rows are none of the container, but were given. */
  is_of_given_rows: boolean
}

/** Rows of check_results that say something of the container: an external scan says something of the rows that it was given. */
export const isOfContainer = sql<boolean>`not check_results.is_of_given_rows`

/** Rows of check_results of one check, those of the last scan first; see `latestScan` for which one is the last. */
export const lastVerdictFirst = sql`check_results.scan_start_time desc, check_results.container_scan_id desc`

/** The rank of a row of check_results among those of one check and container scan, 0 to 3: the highest is the verdict of them all. */
export const verdictRank = sql<number>`
  case when check_results.assertion_result = 'failed' then 3 when check_results.asserted_records is null then 2
       when check_results.assertion_result = 'passed' then 1 else 0 end`

/** The verdict that a rank stands for. */
export const verdictOfRank = (rank: RawBuilder<unknown>): RawBuilder<AssertionResult> =>
  sql<AssertionResult>`case ${rank} when 3 then 'failed' when 1 then 'passed' else 'unasserted' end`

/**
 * The verdict of several rows of check_results on one check as one: failed anywhere is failed, not evaluated anywhere is
 * unasserted, and partitions without rows only count when there is nothing else.
 */
export const foldedVerdict = verdictOfRank(sql`max(${verdictRank})`)

/** What the verdict of several rows of check_results rests on, in the words of the API. */
export const basesOfVerdict = sql<AssertionBasis[]>`
  to_jsonb(array_agg(distinct case when check_results.unchanged_since is not null then 'unchanged'
                                   when check_results.proof is not null then 'proof' else 'reading' end))`

/** What is said for several rows of check_results on one check: reasons of what was not judged, and what the others rest on. */
export const reasonsOfVerdict = sql`
  min(check_results.assertion_details) filter (where check_results.asserted_records is null) as refusal,
  min(check_results.assertion_details) as any_details,
  to_jsonb(array_agg(distinct check_results.unchanged_since) filter (where check_results.unchanged_since is not null)) as runs,
  to_jsonb(array_agg(distinct check_results.proof) filter (where check_results.proof is not null)) as proofs`

/** The columns of `reasonsOfVerdict`. */
export interface VerdictReasons {
  refusal: string | null
  any_details: string | null
  runs: number[] | null
  proofs: string[] | null
}

/** Why there is no verdict, or what it rests on where rows were not read; null where there is nothing to say. */
export function detailsOfVerdict(
  verdict: string,
  { refusal, any_details, runs, proofs }: VerdictReasons,
): string | null {
  return verdict === 'unasserted' ? (refusal ?? any_details) : basisSentence(runs ?? [], proofs ?? [])
}

/** Stores verdicts; a repeated attempt replaces its own, and checks deleted meanwhile are left out. */
export async function saveOutcomes(transaction: Queryable, outcomes: readonly SavedOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`${prepared}
    insert into check_results (container_scan_id, partition_scan_id, quality_check_id, assertion_result, assertion_details,
                               asserted_records, anomalous_records, anomaly_count, is_rolled_up, unchanged_since, proof, is_of_given_rows,
                               scan_start_time)
    select outcome.*, coalesce(scans.start_time, scans.created)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as outcome (container_scan_id bigint, partition_scan_id bigint, quality_check_id bigint, assertion_result text,
                  assertion_details text, asserted_records bigint, anomalous_records bigint, anomaly_count bigint,
                  is_rolled_up boolean, unchanged_since bigint, proof text, is_of_given_rows boolean)
    join operation_containers as scans on scans.id = outcome.container_scan_id
    join quality_checks on quality_checks.id = outcome.quality_check_id
    on conflict (container_scan_id, coalesce(partition_scan_id, 0), quality_check_id) do update
    set assertion_result = excluded.assertion_result, assertion_details = excluded.assertion_details,
        asserted_records = excluded.asserted_records, anomalous_records = excluded.anomalous_records,
        anomaly_count = excluded.anomaly_count, is_rolled_up = excluded.is_rolled_up,
        unchanged_since = excluded.unchanged_since, proof = excluded.proof, scan_start_time = excluded.scan_start_time`.execute(
    transaction,
  )
}

/** Rows of check_results with a verdict on rows. */
const isAsserted = sql<boolean>`check_results.asserted_records is not null and check_results.assertion_result <> 'unasserted'`

/** Checks whose failing rows the container scan has rolled up so far, in any of its partitions. */
export async function rolledUpChecks(transaction: Queryable, containerScanId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('check_results')
    .select('quality_check_id')
    .distinct()
    .where('container_scan_id', '=', containerScanId)
    .where('is_rolled_up', '=', true)
    .execute()
  return rows.map(({ quality_check_id }) => quality_check_id)
}

/** A check that a container scan is to judge. */
export interface DueVerdict {
  container_scan_id: number
  quality_check_id: number
}

/** Those checks that are still there and of which their container scan says nothing at all, not even that they could not be evaluated. */
export async function missingVerdicts(
  database: Queryable,
  due: readonly DueVerdict[],
): Promise<DueVerdict[]> {
  const { rows } = await sql<DueVerdict>`${prepared}
    select due.container_scan_id, due.quality_check_id
    from unnest(${due.map((one) => one.container_scan_id)}::bigint[], ${due.map((one) => one.quality_check_id)}::bigint[])
      as due (container_scan_id, quality_check_id)
    join quality_checks on quality_checks.id = due.quality_check_id
    where not exists (select from check_results
                      where check_results.container_scan_id = due.container_scan_id
                        and check_results.quality_check_id = due.quality_check_id)
    order by due.quality_check_id`.execute(database)
  return rows
}

/**
 * Marks the evaluated checks of container scans with when they were asserted and whether they hold over the whole container. A check
 * that had no rows to judge keeps its former verdict, and so does one on which a later scan has reached one.
 */
export async function markAsserted(
  transaction: Queryable,
  containerScanIds: readonly number[],
): Promise<void> {
  await sql`${prepared}
    update quality_checks
    set last_asserted = now(), is_passing = case when exists (
      select from check_results
      where check_results.quality_check_id = quality_checks.id and check_results.scan_start_time > verdict.scan_start_time
        and ${isOfContainer} and ${isAsserted}
    ) then quality_checks.is_passing else verdict.is_passing end
    from (
      select quality_check_id, bool_and(assertion_result <> 'failed') as is_passing, max(scan_start_time) as scan_start_time
      from check_results where container_scan_id = any(${containerScanIds}::bigint[]) and ${isAsserted}
      group by quality_check_id
    ) as verdict
    where quality_checks.id = verdict.quality_check_id`.execute(transaction)
}

/** Checks of an operation that have no verdict in at least one place; a check that merely had no rows is not among them. */
export async function unassertedChecks(
  database: Queryable,
  operationId: number,
): Promise<{ id: number; container: string; details: string }[]> {
  const { rows } = await sql<{ id: number; container: string; details: string }>`
    select check_results.quality_check_id as id, containers.name as container, min(check_results.assertion_details) as details
    from check_results
    join operation_containers on operation_containers.id = check_results.container_scan_id
    join containers on containers.id = operation_containers.container_id
    where operation_containers.operation_id = ${operationId}
      and check_results.assertion_result = 'unasserted' and check_results.asserted_records is null
    group by check_results.quality_check_id, containers.name
    order by check_results.quality_check_id`.execute(database)
  return rows
}
