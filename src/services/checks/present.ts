import type { Context } from '../../access/context.ts'
import { familyOf } from '../../engine/families/table.ts'
import { shownMeasurements } from '../../disclosure/measurements.ts'
import { policiesOf } from '../../disclosure/policies.ts'
import type { Check } from '../../model/check-record.ts'
import type { GlobalTag } from '../../model/tag.ts'
import { rules } from '../../rules/registry.ts'
import { checkDetails, type CheckDetails } from '../../store/check-details.ts'
import type { CheckRow } from '../../store/checks.ts'
import { versionsOfChecks } from '../../store/check-versions.ts'
import { measurementsOf } from '../../store/measurements.ts'
import { keptProperties } from './definition.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

/** The checks whole, in the order given; one statement, or four where a rule keeps what it measures, whatever their number. */
export async function presentChecks(
  context: Pick<Context, 'store'>,
  rows: readonly CheckRow[],
): Promise<Check[]> {
  if (rows.length === 0) return []
  const details = await checkDetails(
    context.store.database,
    rows.map((row) => row.id),
  )
  const measurementsOf = await shownMeasurementsOf(context, rows)
  return rows.map((row) => {
    const around = details.get(row.id) ?? nothing
    const found = {
      anomaly_count: around.anomaly_count,
      active_anomaly_count: around.active_anomaly_count,
      num_container_scans: around.num_container_scans,
    }
    const { tags: own, inherited_tags } = around
    return {
      ...ownMembers(row),
      ...found,
      measurements: measurementsOf(row),
      container: {
        id: row.container_id,
        name: row.container_name,
        container_type: row.container_type,
        table_type: row.table_type,
      },
      datastore: datastoreReference(row.datastore_id, row.datastore_name, row.datastore_type),
      fields: row.fields.map((name) => ({ id: around.field_ids?.[name] ?? null, name })),
      global_tags: own,
      inherited_tags,
      owner: around.owner,
      default_anomaly_assignee: around.assignee,
      weight: checkWeight({
        rule_weight: rules.find(row.rule_type)?.weight ?? 1,
        inferred: row.inferred,
        has_anomalies: found.anomaly_count > 0,
        tag_modifiers: sumOfModifiers([...own, ...inherited_tags]),
      }),
    }
  })
}

/** What is around a check that is gone by now. */
const nothing: Omit<CheckDetails, 'id'> = {
  anomaly_count: 0,
  active_anomaly_count: 0,
  num_container_scans: 0,
  tags: [],
  inherited_tags: [],
  owner: null,
  assignee: null,
  field_ids: null,
}

/** What scans measured for each of the checks whose rule keeps that. */
async function shownMeasurementsOf(
  { store: { database } }: Pick<Context, 'store'>,
  rows: readonly CheckRow[],
): Promise<(row: CheckRow) => Check['measurements']> {
  const measured = rows.filter(({ rule_type }) => {
    const rule = rules.find(rule_type)
    return rule && familyOf(rule).keeps_measurements
  })
  if (measured.length === 0) return () => []
  const ids = measured.map((row) => row.id)
  const policyOf = await policiesOf(database, [...new Set(measured.map((row) => row.container_id))])
  const measurements = await measurementsOf(database, ids)
  const versions = Map.groupBy(await versionsOfChecks(database, ids), (version) => version.quality_check_id)
  return ({ id, container_id }) =>
    shownMeasurements(
      measurements.get(id) ?? [],
      (versions.get(id) ?? []).map(({ definition }) => definition),
      policyOf(container_id),
    )
}

function sumOfModifiers(tags: readonly GlobalTag[]): number {
  return tags.reduce((sum, tag) => sum + tag.weight_modifier, 0)
}

function ownMembers(row: CheckRow) {
  return {
    id: row.id,
    rule_type: row.rule_type,
    description: row.description,
    coverage: row.coverage,
    filter: row.filter,
    properties: keptProperties(row.rule_type, row.properties),
    status: row.status,
    inferred: row.inferred,
    additional_metadata: row.additional_metadata,
    anomaly_message_field: row.anomaly_message_field,
    last_asserted: row.last_asserted,
    is_passing: row.is_passing,
    template_id: row.template_id,
    template_locked: row.template_locked,
    created: row.created,
    created_by: row.created_by,
    last_updated: row.last_updated,
    last_editor: row.last_editor,
    deleted_at: row.deleted_at,
  }
}

/** The parts of a check's weight. */
interface Weighed {
  /** Points of its rule type. */
  rule_weight: number
  inferred: boolean
  has_anomalies: boolean
  /** Sum of the weight modifiers of the tags that the check carries and inherits. */
  tag_modifiers: number
}

/** Points for who wrote the check and whether it has found anything: what a person wrote counts even before it did. */
const statusPoints = { authored: { found: 12, clean: 9 }, inferred: { found: 6, clean: 0 } }

/** The weight of a check beside others; may be negative through tags. */
export function checkWeight({ rule_weight, inferred, has_anomalies, tag_modifiers }: Weighed): number {
  const points = statusPoints[inferred ? 'inferred' : 'authored'][has_anomalies ? 'found' : 'clean']
  return rule_weight + points + tag_modifiers
}
