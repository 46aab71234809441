import type { RecordFinding } from '../../engine/finding.ts'
import { addFailures, lockFoundRows } from '../../store/found-rows.ts'
import type { Queryable } from '../../store/pool.ts'

/**
 * Adds what the conclusion of a container scan found in rows to the anomalies that its partitions made of the same rows.
 * Returns the findings of rows that only the conclusion found. Of rows that are equal the first joins the first, and so on.
 */
export async function joinFoundRows(
  transaction: Queryable,
  containerScanId: number,
  findings: readonly RecordFinding[],
  weights: ReadonlyMap<number, number>,
): Promise<RecordFinding[]> {
  if (findings.length === 0) return []
  const hashes = [...new Set(findings.map(({ row_hash }) => row_hash))]
  const found = await lockFoundRows(transaction, containerScanId, hashes)
  const free = Map.groupBy(found, ({ row_hash }) => row_hash)
  const alone: RecordFinding[] = []
  const joined: Parameters<typeof addFailures>[1][number][] = []
  for (const finding of findings) {
    const row = free.get(finding.row_hash)?.shift()
    if (!row) {
      alone.push(finding)
      continue
    }
    const { failed_checks } = finding
    const checks = new Set([...row.checks, ...failed_checks.map(({ check_id }) => check_id)])
    const weight = [...checks].reduce((sum, check) => sum + (weights.get(check) ?? 0), 0)
    joined.push({ id: row.id, weight, failed_checks })
  }
  await addFailures(transaction, joined)
  return alone
}
