import { useState } from 'react'
import type { Anomaly } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Menu, MenuItem } from '../../kit/menu.tsx'
import { useRefusalOfAny } from '../../shell/rights.ts'
import { outcomes, setStatus, unmoved } from '../../triage/acts.ts'
import { assignRequest } from '../../triage/assign-request.ts'
import { BulkSheet } from '../../bulk/sheet.tsx'
import { manyAnomalies } from '../../triage/bulk.tsx'
import { copyAnomalies } from '../../triage/save.tsx'
import { counted } from '../../words/numbers.ts'

/** The findings that were chosen with `x`, and what can be done with all of them; nothing without one. */
export function Chosen({
  anomalies,
  drop,
}: {
  anomalies: readonly Anomaly[]
  /** Has some of them chosen no more. */
  drop: (anomalies: readonly Anomaly[]) => void
}) {
  const [isPlanned, setPlanned] = useState(false)
  const datastores = [...new Set(anomalies.map(({ datastore }) => datastore.id))]
  const refused = useRefusalOfAny(datastores, 'Author')
  if (anomalies.length === 0) return null
  const all = async (status: Anomaly['status']) => {
    if (await setStatus(anomalies, status)) drop(anomalies)
  }
  return (
    <div className="row chosen">
      <b>{counted(anomalies.length, 'anomaly', 'anomalies')} chosen</b>
      <Button refused={refused} onClick={() => void all('Acknowledged')}>
        Acknowledge {anomalies.length}
      </Button>
      <Menu label={`Archive ${anomalies.length}`}>
        {Object.entries(outcomes).map(([key, status]) => (
          <MenuItem key={status} refused={refused} act={() => void all(status)}>
            as {status} <kbd>{key}</kbd>
          </MenuItem>
        ))}
      </Menu>
      <Button refused={refused} onClick={() => assignRequest.put({ anomalies, done: () => drop(anomalies) })}>
        Assign {anomalies.length} …
      </Button>
      <Button onClick={() => setPlanned(true)}>Plan a change …</Button>
      <BulkSheet
        isOpen={isPlanned}
        kind={manyAnomalies}
        find={() => unmoved(anomalies)}
        close={() => setPlanned(false)}
      />
      <Button onClick={() => void copyAnomalies(anomalies)}>Copy as cells</Button>
      <Button onClick={() => drop(anomalies)}>Choose none</Button>
    </div>
  )
}
