import type { Container } from '../../api/api.generated.ts'
import { Tick } from '../../kit/tick.tsx'
import { ComputedName, ComputedSql } from '../../sources/computation-lines.tsx'
import type { SettingsFilling } from './settings-fields.tsx'

/** What a computed container is made of; which containers it reads stays as it is. */
export function ComputationFields({
  container,
  dropsFields,
  dropFields,
  ...filling
}: SettingsFilling & {
  container: Container
  /** Whether fields that it has no more go also where checks or anomalies name them. */
  dropsFields: boolean
  dropFields: (dropsFields: boolean) => void
}) {
  return (
    <>
      <ComputedName {...filling} />
      <ComputedSql {...filling} type={container.container_type} />
      <Tick
        words="Drop fields that it has no more though checks or anomalies name them; those checks are archived"
        isTicked={dropsFields}
        tick={dropFields}
      />
    </>
  )
}
