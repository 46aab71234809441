import { useState } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Failure } from '../kit/failure.tsx'
import { SearchField } from '../kit/fields.tsx'
import { setDuplicate } from './acts.ts'
import { Said } from '../kit/said.tsx'

/** Anomalies that are proposed at most. */
const size = 8

/** Puts an anomaly away as Duplicate of another of its datastore, which is looked for by its message or its id. */
export function DuplicateOf({
  anomaly,
  isOpen,
  close,
}: {
  anomaly: Anomaly
  isOpen: boolean
  close: () => void
}) {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useAnswer(
    'GET /api/anomalies',
    {
      query: {
        datastore: [anomaly.datastore.id],
        status: ['Active', 'Acknowledged', 'Resolved', 'Invalid', 'Discarded'],
        size: size + 1,
        ...(search !== '' && { search }),
      },
    },
    { enabled: isOpen, keep: true },
  )
  const others = data?.items.filter(({ id }) => id !== anomaly.id).slice(0, size) ?? []
  return (
    <Dialog title={`Anomaly ${anomaly.id} says the same as …`} isOpen={isOpen} close={close}>
      <div className="stack">
        <SearchField label="Search by message or id" value={search} change={setSearch} />
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {data && others.length === 0 && (
          <p className="muted">No other anomaly of the datastore is like that.</p>
        )}
        {others.map((other) => (
          <Button
            key={other.id}
            onClick={() => {
              close()
              void setDuplicate(anomaly, other.id)
            }}
          >
            {other.id}, {other.container.name}: <Said text={other.message} />
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
