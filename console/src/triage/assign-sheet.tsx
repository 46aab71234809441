import type { Anomaly } from '../api/api.generated.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useRefusalOfAny } from '../shell/rights.ts'
import { counted } from '../words/numbers.ts'
import { assign, unassign } from './acts.ts'
import { assignRequest } from './assign-request.ts'
import { AssigneeChooser } from './assignee-chooser.tsx'

/** Where it is said who looks after an anomaly, or after several; open while that is asked for. */
export function AssignSheet() {
  const request = assignRequest.use()
  const anomalies = request?.anomalies ?? []
  const close = () => assignRequest.put(null)
  /** Closes it first: what becomes of the act is said on the page. */
  const act = (acting: () => Promise<boolean>) => {
    close()
    void acting().then((isDone) => {
      if (isDone) request?.done?.()
    })
  }
  const whose =
    anomalies.length === 1 ? `anomaly ${anomalies[0]?.id}` : counted(anomalies.length, 'anomaly', 'anomalies')
  return (
    <Dialog title={`Who looks after ${whose}`} isOpen={request !== null} close={close}>
      {request !== null && <Assignment anomalies={anomalies} act={act} />}
    </Dialog>
  )
}

function Assignment({
  anomalies,
  act,
}: {
  anomalies: readonly Anomaly[]
  act: (acting: () => Promise<boolean>) => void
}) {
  const datastores = [...new Set(anomalies.map(({ datastore }) => datastore.id))]
  const refused = useRefusalOfAny(datastores, 'Author')
  if (refused !== null) return <p>{refused}</p>
  const people = new Map(anomalies.flatMap(({ assignees }) => assignees.map((one) => [one.id, one])))
  return (
    <div className="stack">
      <AssigneeChooser
        label="Assign to"
        datastores={datastores}
        hasFocus
        choose={(id, called) => act(() => assign(anomalies, { id, called }))}
      />
      {[...people.values()].map(({ id, name, user_name }) => {
        const called = name ?? user_name
        return (
          <div key={id} className="row">
            <span>
              {called} looks after {anomalies.length === 1 ? 'it' : 'some of them'}
            </span>
            <Button
              aria-label={`Take ${called} off`}
              onClick={() => act(() => unassign(anomalies, { id, called }))}
            >
              Take off
            </Button>
          </div>
        )
      })}
    </div>
  )
}
