import { familyOf } from '../../engine/families/table.ts'
import type { CheckDefinition } from '../../model/check.ts'
import { rules } from '../../rules/registry.ts'
import type { DueMeasurement } from '../../store/measurements.ts'

/** What a check measures in this container scan, for which earlier numbers are looked for; empty for the many checks that keep none. */
export function dueMeasurement(
  { id, rule_type, fields, filter }: CheckDefinition,
  containerScanId: number,
): DueMeasurement[] {
  const rule = rules.find(rule_type)
  if (rule === undefined || !familyOf(rule).keeps_measurements) return []
  return [{ container_scan_id: containerScanId, quality_check_id: id, fields, filter }]
}
