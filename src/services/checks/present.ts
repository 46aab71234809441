import type { Context } from '../../access/context.ts'
import { familyOf } from '../../engine/families/table.ts'
import { shownMeasurements } from '../../disclosure/measurements.ts'
import { policiesOf } from '../../disclosure/policies.ts'
import type { Check } from '../../model/check-record.ts'
import type { GlobalTag } from '../../model/tag.ts'
import { rules } from '../../rules/registry.ts'
import { checkCounts, fieldIds, userStubs } from '../../store/check-details.ts'
import type { CheckRow } from '../../store/checks.ts'
import { versionsOfChecks } from '../../store/check-versions.ts'
import { inheritedTags } from '../../store/inherited-tags.ts'
import { measurementsOf } from '../../store/measurements.ts'
import { tagsOf } from '../../store/tags.ts'
import { keptProperties } from './definition.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'

/** The checks whole, in the order given; nine statements, whatever their number. */
export async function presentChecks(
  context: Pick<Context, 'store'>,
  rows: readonly CheckRow[],
): Promise<Check[]> {
  if (rows.length === 0) return []
  const { database } = context.store
  const ids = rows.map((row) => row.id)
  const containerIds = [...new Set(rows.map((row) => row.container_id))]
  const counts = await checkCounts(database, ids)
  const tags = await tagsOf(database, 'quality_check_id', ids)
  const inherited = await inheritedTags(database, 'quality_check_id', ids)
  const fieldId = await fieldIds(database, containerIds)
  const policyOf = await policiesOf(database, containerIds)
  const people = rows.flatMap((row) => [row.owner_id ?? [], row.default_anomaly_assignee_id ?? []].flat())
  const users = new Map((await userStubs(database, people)).map((user) => [user.id, user]))
  const measured = rows.filter(({ rule_type }) => {
    const rule = rules.find(rule_type)
    return rule && familyOf(rule).keeps_measurements
  })
  const measuredIds = measured.map((row) => row.id)
  const measurements = await measurementsOf(database, measuredIds)
  const versions = Map.groupBy(
    await versionsOfChecks(database, measuredIds),
    ({ quality_check_id }) => quality_check_id,
  )
  return rows.map((row) => {
    const found = counts.get(row.id) ?? { anomaly_count: 0, active_anomaly_count: 0, num_container_scans: 0 }
    const own = tags.get(row.id) ?? []
    const inherited_tags = inherited.get(row.id) ?? []
    return {
      ...ownMembers(row),
      ...found,
      measurements: shownMeasurements(
        measurements.get(row.id) ?? [],
        (versions.get(row.id) ?? []).map(({ definition }) => definition),
        policyOf(row.container_id),
      ),
      container: {
        id: row.container_id,
        name: row.container_name,
        container_type: row.container_type,
        table_type: row.table_type,
      },
      datastore: datastoreReference(row.datastore_id, row.datastore_name, row.datastore_type),
      fields: row.fields.map((name) => ({ id: fieldId(row.container_id, name), name })),
      global_tags: own,
      inherited_tags,
      owner: users.get(row.owner_id ?? 0) ?? null,
      default_anomaly_assignee: users.get(row.default_anomaly_assignee_id ?? 0) ?? null,
      weight: checkWeight({
        rule_weight: rules.find(row.rule_type)?.weight ?? 1,
        inferred: row.inferred,
        has_anomalies: found.anomaly_count > 0,
        tag_modifiers: sumOfModifiers([...own, ...inherited_tags]),
      }),
    }
  })
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
