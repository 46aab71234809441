import type { Anomaly } from '../api/api.generated.ts'
import { Button } from '../kit/button.tsx'
import { useRefusalOfAny } from '../shell/rights.ts'
import { assign, unassign } from './acts.ts'
import { AssigneeChooser } from './assignee-chooser.tsx'

/** To whom anomalies are assigned, and who is taken off them; `act` has that done. */
export default function Assignment({
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
