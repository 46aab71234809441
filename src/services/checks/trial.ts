import type { Context } from '../../access/context.ts'
import { StatementRefused } from '../../connectors/connector.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { maskedInReach, type ScanRequest } from '../../engine/check.ts'
import type { CheckOutcome } from '../../engine/finding.ts'
import { judgeOnce, type JudgedOnce } from '../../engine/judge-once.ts'
import { judgingSql } from '../../engine/judging-sql.ts'
import { Aborted, messageOf, notFound, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { CheckDefinition } from '../../model/check.ts'
import type { CheckValidation } from '../../model/check-trial.ts'
import { defaultsOfDatastore } from '../../runs/datastore-defaults.ts'
import { earlierMeasurements } from '../../store/measurements.ts'
import { scannedContainers } from '../../store/scanned-containers.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import { briefSeconds, briefSignal, withBriefSession } from '../datastores/brief-session.ts'
import { dialectFor, type Place } from '../datastores/container-session.ts'
import { containerRequest, sqlOfVariables } from '../judging/container-request.ts'
import { dueMeasurement } from '../judging/due-measurement.ts'
import { closingAreas } from '../judging/staging.ts'
import { openableReferences } from './references.ts'

/** Rows of a partition that a trial reads when it is not told how many. */
const usualRows = 100_000

/** Most failing rows that a trial shows. */
export const mostRecords = 100

/** The check that is tried, and the bounds of the trial. */
export interface Tried {
  datastore_id: number
  container_id: number
  definition: CheckDefinition
  max_records_analyzed_per_partition?: number | null | undefined
  check_variables?: Record<string, string | number | boolean> | null | undefined
}

/** A trial: the members of its answer that every trial has, and what was found, null where nothing could be judged. */
export interface Trial {
  verdict: CheckValidation
  found: JudgedOnce | null
}

/**
 * Judges the check by the steps of a scan over its container as it is now, in bounded time, and keeps nothing. Who may ask is looked at
 * before. A source that cannot be reached is refused as such; whatever else it says is the message of a trial without success.
 */
export async function tryCheck(context: Context, tried: Tried): Promise<Trial> {
  const started = performance.now()
  const signal = briefSignal()
  const request = await requestOf(context, tried, signal)
  const source = await findDatastoreSource(context.store.database, tried.datastore_id)
  if (!source) throw notFound('datastore', tried.datastore_id)
  const { statements } = await judgingSql(dialectFor(source, request.container), request)
  const sql = statementsText(statements)
  const judged = await orReason(request, () =>
    closingAreas(request, () =>
      withBriefSession(context, placeOf(tried, request), signal, (session) => judgeOnce(session, request)),
    ),
  )
  await requireSameMasking(context, tried, request)
  const ms = Math.round(performance.now() - started)
  if (typeof judged === 'string') return { verdict: { ...withoutVerdict(judged), sql, ms }, found: null }
  const outcome = judged.outcomes.get(tried.definition.id)
  if (outcome === undefined) throw new Error('The engine reached no verdict on the check.')
  return { verdict: { ...verdictOf(outcome, judged, request), sql, ms }, found: judged }
}

const placeOf = ({ datastore_id }: Tried, { container }: ScanRequest): Place => ({
  datastore_id,
  ...container,
})

/** All that the engine needs to know to judge the check; a container that is gone is refused. */
export async function requestOf(context: Context, tried: Tried, signal: AbortSignal): Promise<ScanRequest> {
  const { database } = context.store
  const { datastore_id, container_id, definition } = tried
  const found = (await scannedContainers(database, [container_id])).get(container_id)
  if (!found) throw new ServiceError('not_found', 'The container of the check is gone.')
  const defaults = await defaultsOfDatastore(database, datastore_id)
  const most = tried.max_records_analyzed_per_partition ?? usualRows
  return {
    ...containerRequest(context, found, signal),
    checks: [definition],
    references: await openableReferences(context, datastore_id, [definition], signal, {
      computation: found.container.computation,
    }),
    // No scan has the id 0, so that none is left out.
    measurements: await earlierMeasurements(database, dueMeasurement(definition, 0)),
    check_variables: sqlOfVariables(tried.check_variables ?? {}),
    rollup_threshold: defaults.high_count_rollup_threshold,
    source_record_limit: mostRecords,
    increment: null,
    record_cap: most > 0 ? most : null,
    now: (await context.clock.now(database)).toISOString(),
  }
}

/** The result of the work, or the sentence of a source that does not answer it. */
async function orReason<Result>(request: ScanRequest, work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await withholdingReason(maskedInReach(request), work)
  } catch (error) {
    if (error instanceof Aborted)
      return `It took longer than ${briefSeconds} seconds; try it over fewer rows, or let a scan judge it.`
    if (error instanceof RunFailure || error instanceof StatementRefused) return messageOf(error)
    throw error
  }
}

/** What was found may show values of a field that was masked while it was looked for. */
async function requireSameMasking(context: Context, tried: Tried, request: ScanRequest): Promise<void> {
  const policy = await policyOf(context.store.database, tried.container_id)
  if (policy.since(request.masked_fields).length === 0) return
  throw new ServiceError('conflict', 'A field of the container was masked meanwhile; try again.')
}

function withoutVerdict(message: string): Omit<CheckValidation, 'sql' | 'ms'> {
  return {
    success: false,
    message,
    assertion_result: 'unasserted',
    asserted_records: null,
    anomalous_records: null,
    records_processed: 0,
  }
}

function verdictOf(
  { assertion_result, assertion_details, asserted_records, anomalous_records }: CheckOutcome,
  { records_processed, is_capped, remarks, shapes }: JudgedOnce,
  { record_cap }: ScanRequest,
): Omit<CheckValidation, 'sql' | 'ms'> {
  const capped = is_capped ? [`At most ${record_cap} rows of each partition were read.`] : []
  // Of a total that is wrong no row is: its sentence says more than a number of rows.
  const uncounted = shapes.find(({ anomalous_records_count }) => anomalous_records_count === null)
  const told =
    assertion_result === 'unasserted'
      ? (assertion_details ?? 'There is no verdict.')
      : `The check ${assertion_result}: ${uncounted?.message ?? `${anomalous_records ?? 0} of ${asserted_records ?? 0} records are anomalous.`}`
  return {
    // Without rows there is no verdict either, but the check is sound.
    success: assertion_result !== 'unasserted' || asserted_records !== null,
    message: [told, ...capped, ...remarks].join(' '),
    assertion_result,
    asserted_records,
    anomalous_records,
    records_processed,
  }
}

/** The statements one after the other, each ended by a semicolon. */
export const statementsText = (statements: readonly string[]): string =>
  statements.map((statement) => `${statement};`).join('\n\n')
