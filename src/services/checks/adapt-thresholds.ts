import { ageBound, volumeBounds } from '../../inferences/thresholds.ts'
import { stateClock } from '../../store/clock.ts'
import { adaptiveChecks, type KnownCheck } from '../../store/inferred-checks.ts'
import type { Queryable } from '../../store/pool.ts'
import { modificationsOf, volumesOf } from '../../store/volumes.ts'
import { adaptiveRules, moveThresholds } from './write-inferred.ts'

/** Moves the thresholds of those checks that were inferred and adapt, after their measurements were saved. */
export async function adaptThresholds(
  transaction: Queryable,
  measured: readonly { quality_check_id: number }[],
): Promise<void> {
  if (measured.length === 0) return
  const ids = measured.map(({ quality_check_id }) => quality_check_id)
  const checks = await adaptiveChecks(transaction, ids, [...adaptiveRules])
  if (checks.length === 0) return
  const now = (await stateClock.now(transaction)).toISOString()
  for (const { container_id, ...check } of checks) {
    const properties = await thresholdsOf(transaction, container_id, check)
    if (properties !== null) await moveThresholds({ transaction, now }, check, properties)
  }
}

async function thresholdsOf(
  transaction: Queryable,
  containerId: number,
  { rule_type, properties }: KnownCheck,
): Promise<Record<string, unknown> | null> {
  if (rule_type === 'volumetric') {
    const bounds = volumeBounds(await volumesOf(transaction, containerId))
    return bounds && { ...properties, ...bounds }
  }
  const value = ageBound(await modificationsOf(transaction, containerId))
  return value === null ? null : { ...properties, value }
}
