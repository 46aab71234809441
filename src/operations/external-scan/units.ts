import { containerScanOf, failContainer, planOf } from '../../runs/container-units.ts'
import type { UnitKind } from '../../runs/operation.ts'
import { judgeGivenRows } from './judge-given-rows.ts'
import type { ExternalScanPayload } from './payload.ts'

/** Judges the rows. The container's own source is not opened, so no slot of its connection is waited for. */
export const container: UnitKind<ExternalScanPayload, object> = {
  kind: 'container',
  without_source: true,
  run: ({ environment, operation, unit, signal, commit }) =>
    judgeGivenRows({ environment, operation, container_scan_id: containerScanOf(unit), signal, commit }),
  abandon: failContainer,
}

/** Finds the container, which has a unit. */
export const plan = planOf(container)
