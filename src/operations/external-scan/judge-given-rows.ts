import type { Environment } from '../../access/context.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { maskedInReach } from '../../engine/check.ts'
import { concludeContainer } from '../../engine/conclude-container.ts'
import { evaluatePartition } from '../../engine/evaluate-partition.ts'
import { unassertedOutcome, type Evaluation } from '../../engine/finding.ts'
import { planScan, type ScanPlan } from '../../engine/scan-plan.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { Progress, RunOf, UnitWork } from '../../runs/operation.ts'
import { closingAreas } from '../../services/judging/staging.ts'
import { loadGivenScan, type GivenScan } from '../../services/judging/load-given-scan.ts'
import { withGivenRows } from '../../services/judging/given-session.ts'
import { recordEvaluation } from '../../services/judging/record-evaluation.ts'
import { partitionStatus, recordPartition } from '../../services/judging/record-partition.ts'
import { recording, type Judged } from '../../services/judging/recording.ts'
import { reportSilence } from '../../services/judging/report-silence.ts'
import { missingVerdicts } from '../../store/check-results.ts'
import { findGivenFile, givenBytes } from '../../store/given-files.ts'
import { logOnceToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  endContainerScan,
  lockContainerScan,
  startContainerScan,
  type ContainerScanRow,
} from '../../store/scans.ts'
import type { ExternalScanPayload } from './payload.ts'

/** The work of the unit. */
interface Input {
  environment: Environment
  operation: RunOf<ExternalScanPayload>
  container_scan_id: number
  signal: AbortSignal
  commit: UnitWork['commit']
}

/** Why a check is left without a verdict that is about the container over time, or about its partitions. */
const aboutTheContainer =
  'It is about the container as its source has it, over time or by its partitions, which rows that are given from outside do not tell.'

/** Reads the rows that were given, judges them by the checks of the container, and keeps what was found. */
export async function judgeGivenRows(input: Input): Promise<void> {
  const { environment, operation, signal } = input
  const { database } = environment.store
  const scan = await startContainerScan(database, input.container_scan_id)
  const file = await findGivenFile(database, operation.id)
  if (!file) throw new RunFailure('The rows that were given are gone; send them again.')
  const loaded = await loadGivenScan(environment, scan, operation.payload, signal)
  const content = givenBytes(database, operation.id)
  await closingAreas(loaded.request, () =>
    withGivenRows(environment, signal, { ...file, content }, (session) =>
      withholdingReason(maskedInReach(loaded.request), () =>
        judge(input, { scan, loaded }, file.name, session),
      ),
    ),
  )
}

async function judge(
  { environment, commit }: Input,
  { scan, loaded }: { scan: ContainerScanRow; loaded: GivenScan },
  name: string,
  session: HeldSession,
): Promise<void> {
  const plan = await planScan(session, loaded.request)
  plan.schema.outcomes.push(...loaded.left_out.map(({ id }) => unassertedOutcome(id, aboutTheContainer)))
  if (plan.abort_reason !== null) return stopBySchema(commit, { scan, loaded }, plan, plan.abort_reason)
  const rows = await evaluatePartition(session, plan, name)
  const whole = await concludeContainer(session, plan, [rows.totals], [name])
  await commit(async (transaction): Promise<Progress> => {
    const judged: Judged = { scan, loaded, logRemarks: [] }
    await lockContainerScan(transaction, scan.id)
    const anomalies = await record(transaction, judged, name, { plan, rows, whole })
    const flaw = await flawOf(transaction, environment, judged)
    return {
      status: { ...partitionStatus(rows, anomalies), containers_analyzed: flaw === null ? 1 : 0 },
      async locked(transaction) {
        const result = flaw === null ? 'success' : 'failure'
        const notes = { records: rows.records_processed, ...whole }
        await endContainerScan(transaction, scan.id, result, flaw, notes)
        for (const sentence of [...loaded.logRemarks, ...judged.logRemarks])
          await logOnceToOperation(transaction, scan.operation_id, 'warning', sentence, scan.container_id)
      },
    }
  })
}

/** Records what the schema says, which keeps every row from being judged. */
function stopBySchema(
  commit: UnitWork['commit'],
  { scan, loaded }: { scan: ContainerScanRow; loaded: GivenScan },
  { schema }: ScanPlan,
  reason: string,
): Promise<void> {
  return commit(async (transaction): Promise<Progress> => {
    await lockContainerScan(transaction, scan.id)
    const judged: Judged = { scan, loaded, logRemarks: [] }
    const anomalies = await recordEvaluation(transaction, schema, recording(judged, null))
    return {
      status: { anomalies_identified: anomalies },
      locked: (transaction) => endContainerScan(transaction, scan.id, 'failure', reason),
    }
  })
}

/** The number of anomalies. */
async function record(
  transaction: Queryable,
  judged: Judged,
  name: string,
  { plan, rows, whole }: { plan: ScanPlan; rows: Evaluation; whole: Evaluation },
): Promise<number> {
  const schema = await recordEvaluation(transaction, plan.schema, recording(judged, null))
  const found = await recordPartition(transaction, judged, name, judged.scan.start_time, rows)
  return schema + found + (await recordEvaluation(transaction, whole, recording(judged, null)))
}

/** Null, or why the container scan fails after all: every check has a verdict or says why it has none. */
async function flawOf(
  transaction: Queryable,
  environment: Environment,
  { scan, loaded }: Judged,
): Promise<string | null> {
  const ids = loaded.request.checks.map(({ id }) => id)
  const due = ids.map((id) => ({ container_scan_id: scan.id, quality_check_id: id }))
  const silent = await missingVerdicts(transaction, due)
  if (silent.length === 0) return null
  const checks = silent.map(({ quality_check_id }) => quality_check_id)
  return reportSilence(environment, scan.id, checks, ids.length)
}
