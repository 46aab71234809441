import { listed } from '../../kernel/listed.ts'
import { concludeContainers } from '../../runs/conclude-containers.ts'
import { emptySelection } from '../../runs/container-units.ts'
import type { Conclusion, RunOf } from '../../runs/operation.ts'
import { remarkOnUnasserted } from '../../services/judging/remark-unasserted.ts'
import { failedDelivery } from '../../store/deliveries.ts'
import { findEnriched } from '../../store/enrichment.ts'
import { logToOperation } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import { countResolved } from '../../store/resolution.ts'
import { forgetOldStatements } from '../../store/scan-statements.ts'
import { passedOver, remarksOnRows } from '../../store/scans.ts'
import type { ScanPayload } from './payload.ts'

/** Containers that a remark names; the others are counted. */
const mostNamed = 20

/** Why a scan had no container. */
function nothingToScan(payload: ScanPayload): string {
  return (
    emptySelection(payload, 'scan') ??
    'There was no container to scan: the datastore has none. A sync finds them, and its log says what it passed over and why.'
  )
}

/** The remark on containers without checks that could not be read. */
function uncountedSentence(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  return `Without checks, and their records could not be counted: ${listed(quoted, mostNamed)}; the log says why.`
}

/** Logs what the sources said of the rows that they show; the sentence for the run's message, or null. */
async function remarkOnRows(transaction: Queryable, operationId: number): Promise<string | null> {
  const remarks = await remarksOnRows(transaction, operationId)
  for (const { container_id, remark } of remarks)
    await logToOperation(transaction, operationId, 'warning', remark, container_id)
  const [first, ...others] = remarks
  if (!first) return null
  const more = others.length === 0 ? '' : ` So it is with ${others.length} more; the log has each remark.`
  return `${first.remark}${more}`
}

/** Logs why the results could not be written to the enrichment datastore; the sentence for the run's message, or null. */
async function remarkOnEnrichment(transaction: Queryable, operationId: number): Promise<string | null> {
  const failed = await failedDelivery(transaction, operationId)
  if (!failed) return null
  const sentence = `The results could not be written to "${failed.name}" yet: ${failed.message} They are kept here, and writing is tried again.`
  await logToOperation(transaction, operationId, 'warning', sentence)
  return sentence
}

/** Logs that rows could not be put aside because the enrichment datastore was unlinked since the scan was started; the sentence, or null. */
async function remarkOnRemediation(
  transaction: Queryable,
  { id, payload: { remediation, datastore_id } }: RunOf<ScanPayload>,
): Promise<string | null> {
  if (remediation === 'none') return null
  const datastore = await findEnriched(transaction, datastore_id)
  if (datastore?.enrich_datastore_id != null) return null
  const sentence = `No rows were put aside (remediation ${remediation}): the enrichment datastore was unlinked. Link one and scan again.`
  await logToOperation(transaction, id, 'warning', sentence)
  return sentence
}

/** The end of a scan: by its containers, with remarks on what could not be evaluated, counted or seen. */
export async function concludeRun(
  transaction: Queryable,
  operation: RunOf<ScanPayload>,
): Promise<Conclusion> {
  const conclusion = await concludeContainers(transaction, operation.id, nothingToScan(operation.payload))
  const remark = await remarkOnUnasserted(transaction, operation.id)
  const status = { auto_resolved_anomaly_count: await countResolved(transaction, operation.id) }
  const uncounted = await passedOver(transaction, operation.id)
  const uncountedRemark = uncounted.length === 0 ? null : uncountedSentence(uncounted)
  const rowsRemark = await remarkOnRows(transaction, operation.id)
  const enrichmentRemark = await remarkOnEnrichment(transaction, operation.id)
  const remediationRemark = await remarkOnRemediation(transaction, operation)
  await forgetOldStatements(transaction, operation.id)
  const said = [conclusion.message, remark, uncountedRemark, rowsRemark, enrichmentRemark, remediationRemark]
  const message = said.filter((part) => part !== null).join(' ')
  return { result: conclusion.result, message: message === '' ? null : message, status }
}
