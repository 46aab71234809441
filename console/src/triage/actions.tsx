import { useState } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { useRefusal } from '../shell/rights.ts'
import { assign, outcomes, setStatus } from './acts.ts'
import { assignRequest } from './assign-request.ts'
import { ChangeAnomaly } from './change-anomaly.tsx'
import { DuplicateOf } from './duplicate-of.tsx'

/** What can be done with an anomaly; `done` follows an act that takes it out of the open ones. */
export function Actions({ anomaly, done }: { anomaly: Anomaly; done?: () => void }) {
  const [isSame, setSame] = useState(false)
  const refused = useRefusal(anomaly.datastore.id, 'Author')
  const me = useAnswer('GET /api/users/me', {}).data
  const isMine = anomaly.assignees.some(({ id }) => id === me?.id)
  return (
    <div className="row">
      {anomaly.status === 'Active' && (
        <Button kind="primary" refused={refused} onClick={() => void setStatus([anomaly], 'Acknowledged')}>
          Acknowledge
        </Button>
      )}
      {anomaly.status === 'Acknowledged' && (
        <Button refused={refused} onClick={() => void setStatus([anomaly], 'Active')}>
          Take back
        </Button>
      )}
      {anomaly.archived ? (
        <Button refused={refused} onClick={() => void setStatus([anomaly], 'Active')}>
          Open again
        </Button>
      ) : (
        <Menu label="Archive">
          {Object.entries(outcomes).map(([key, status]) => (
            <MenuItem
              key={status}
              refused={refused}
              act={() => {
                void setStatus([anomaly], status)
                done?.()
              }}
            >
              as {status} <kbd>{key}</kbd>
            </MenuItem>
          ))}
          <MenuItem refused={refused} act={() => setSame(true)}>
            as Duplicate of …
          </MenuItem>
        </Menu>
      )}
      <Menu label="Assign">
        {me && !isMine && (
          <MenuItem refused={refused} act={() => void assign([anomaly], { id: me.id, called: 'you' })}>
            to me <kbd>Shift M</kbd>
          </MenuItem>
        )}
        <MenuItem refused={refused} act={() => assignRequest.put({ anomalies: [anomaly] })}>
          to somebody … <kbd>m</kbd>
        </MenuItem>
      </Menu>
      <ChangeAnomaly anomaly={anomaly} />
      <DuplicateOf anomaly={anomaly} isOpen={isSame} close={() => setSame(false)} />
    </div>
  )
}
