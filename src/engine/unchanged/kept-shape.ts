import type { HeldSession, Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import type { RowRule } from '../../rules/rule.ts'
import { failingRows, type PreparedCheck } from '../check.ts'
import type { ContainerPlan } from '../container-plan.ts'
import { familyOf } from '../families/table.ts'
import type { ShapeFinding, SourceRecord } from '../finding.ts'
import { namedField, shapeMessage, togetherMessage } from '../message.ts'
import { sampleRecords } from '../records.ts'
import { scannedRows } from '../relation.ts'

/** What an earlier scan counted of a check in a partition that is as it was. */
interface KeptCounts {
  partition: string
  asserted: number
  anomalous: number
}

/**
 * The anomaly of rolled-up rows of one partition, as if they had been read again; null when they cannot be had again.
 * `kept` is asked when the rows are stored: those that are kept already, or null, and the source is read.
 */
export function keptShape(
  session: HeldSession,
  plan: ContainerPlan,
  prepared: PreparedCheck,
  { partition, asserted, anomalous }: KeptCounts,
  kept: () => SourceRecord[] | null,
): ShapeFinding | null {
  const source = readable(session)
  const family = familyOf(prepared.rule)
  if (family.judges !== 'rows') return null
  const search = family.search(source, prepared, plan.request)
  // The values that the service found are kept nowhere.
  if (search.by !== 'source') return null
  const { prepared: sought } = search
  return {
    type: 'shape',
    check_id: prepared.check.id,
    partition: null,
    message: shapeMessage(sought, asserted, anomalous),
    message_together: (together) => togetherMessage(sought, together),
    named_field: namedField(sought),
    anomalous_records_count: anomalous,
    records: sampleOf(source, plan, sought, partition, kept),
  }
}

async function* sampleOf(
  session: Session,
  { request, observed }: ContainerPlan,
  sought: PreparedCheck<RowRule>,
  partition: string,
  kept: () => SourceRecord[] | null,
): AsyncIterable<SourceRecord[]> {
  const records = kept()
  if (records !== null) {
    yield records
    return
  }
  const relation = scannedRows(session, request, observed, [partition])
  yield* sampleRecords(session, relation, failingRows(sought), request.source_record_limit)
}
