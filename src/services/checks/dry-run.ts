import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { messageFrom } from '../../disclosure/messages.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { shownRecord } from '../../disclosure/records.ts'
import type { JudgedOnce } from '../../engine/judge-once.ts'
import type { CheckDryRun, DryRunInput, WouldBeAnomaly } from '../../model/check-trial.ts'
import type { HeldRecord } from '../../kernel/record-json.ts'
import { requireReferencesOf } from './references.ts'
import { requireCheck } from './read.ts'
import { mostRecords, tryCheck } from './trial.ts'
import { storedContent } from './stored-content.ts'

/** Most anomalies that a dry run shows; the others are counted. */
const mostAnomalies = 100

/** Drafter; Editor with `include_masked`, which the audit log notes. What a scan would find by the check now; nothing is kept. */
export async function dryRunCheck(context: Context, id: number, input: DryRunInput): Promise<CheckDryRun> {
  const row = await requireCheck(context, id, 'Drafter')
  const { include_masked = false, ...bounds } = input
  const { datastore_id, container_id } = row
  if (include_masked) await requireDatastore(context, datastore_id, 'Editor')
  const content = await storedContent(context.store.database, row)
  await requireReferencesOf(context, datastore_id, content)
  const definition = { ...content, id }
  const { verdict, found } = await tryCheck(context, { ...bounds, datastore_id, container_id, definition })
  const { policy, fields } = await openRecords(context, {
    datastore_id,
    container_id,
    // The endpoint in the entry names the check.
    resource: { resource_type: 'container', resource_id: container_id },
    include_masked: include_masked && found !== null,
    rule_types: [row.rule_type],
  })
  const { anomaly_count, anomalies, records } = await presented(context, container_id, found)
  return {
    ...verdict,
    anomaly_count,
    anomalies,
    fields,
    source_records: records.map((record) => shownRecord(record, policy)),
  }
}

/** Messages hide masked values from everybody, whoever asks. */
async function presented(
  context: Context,
  containerId: number,
  found: JudgedOnce | null,
): Promise<{ anomaly_count: number; anomalies: WouldBeAnomaly[]; records: HeldRecord[] }> {
  const records: HeldRecord[] = []
  const anomalies: WouldBeAnomaly[] = []
  if (found === null) return { anomaly_count: 0, anomalies, records }
  const policy = await policyOf(context.store.database, containerId)
  for (const { record, failed_checks } of found.records.slice(0, mostAnomalies)) {
    const message = failed_checks
      .map(({ template }) => messageFrom(template, new Map([[0, record]]), policy))
      .join(' ')
    anomalies.push({
      type: 'record',
      message,
      anomalous_records_count: 1,
      partition: null,
      records: placed(records, [record]),
    })
  }
  for (const shape of found.shapes.slice(0, mostAnomalies - anomalies.length)) {
    anomalies.push({
      type: 'shape',
      message: shape.message,
      anomalous_records_count: shape.anomalous_records_count,
      partition: shape.partition,
      records: placed(
        records,
        shape.records.map(({ record }) => record),
      ),
    })
  }
  return { anomaly_count: found.records.length + found.shapes.length, anomalies, records }
}

/** Adds what there is room for; the places that they have now. */
function placed(records: HeldRecord[], more: readonly HeldRecord[]): number[] {
  return more.slice(0, mostRecords - records.length).map((record) => records.push(record) - 1)
}
