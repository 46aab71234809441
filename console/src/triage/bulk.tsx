import { useState } from 'react'
import type { Anomaly, AnomalyStatus, BulkAnomalyChange, Endpoints } from '../api/api.generated.ts'
import { outdate, useAnswer } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { gather } from '../bulk/gather.ts'
import type { BulkKind } from '../bulk/kind.ts'
import { Select } from '../kit/fields.tsx'
import { AssigneeChooser } from './assignee-chooser.tsx'

const statuses: readonly AnomalyStatus[] = [
  'Active',
  'Acknowledged',
  'Resolved',
  'Duplicate',
  'Invalid',
  'Discarded',
]

/** Anomalies, of which status and assignees are changed together. */
export const manyAnomalies: BulkKind<Anomaly, BulkAnomalyChange> = {
  one: 'anomaly',
  many: 'anomalies',
  most: 5000,
  address: (id) => `/anomalies/${id}`,
  change: (body, options) => ask('POST /api/anomalies/bulk', { body }, options),
  formerly: (anomaly, { status, assignee_ids }) => ({
    ...(status !== undefined && { status: anomaly.status }),
    ...(assignee_ids !== undefined && { assignee_ids: anomaly.assignees.map(({ id }) => id) }),
  }),
  refresh: () => Promise.all([outdate('anomalies'), outdate('overview')]),
  Fields,
}

/** The anomalies that a list shows now. */
export function gatherAnomalies(
  query: Endpoints['GET /api/anomalies']['query'],
  signal: AbortSignal,
): Promise<Anomaly[]> {
  return gather(manyAnomalies.most, (page) =>
    ask('GET /api/anomalies', { query: { ...query, ...page } }, { signal }),
  )
}

/** What is left alone is no member of the change. */
function Fields({ change, put }: { change: BulkAnomalyChange; put: (change: BulkAnomalyChange) => void }) {
  const me = useAnswer('GET /api/users/me', {}).data
  const [isSomebody, setSomebody] = useState(false)
  const { status: _status, ...withoutStatus } = change
  const { assignee_ids, ...withoutAssignees } = change
  return (
    <div className="row">
      <Select
        label="Status"
        value={change.status ?? ''}
        options={[['', 'as it is'], ...statuses.map((one) => [one, one] as const)]}
        onChange={({ target }) => {
          const chosen = statuses.find((one) => one === target.value)
          put(chosen === undefined ? withoutStatus : { ...change, status: chosen })
        }}
      />
      <Select
        label="Assigned to"
        value={
          isSomebody ? 'somebody' : assignee_ids === undefined ? '' : assignee_ids?.length ? 'me' : 'nobody'
        }
        options={[
          ['', 'whom they are'],
          ['me', 'me'],
          ['nobody', 'nobody'],
          ['somebody', 'somebody else …'],
        ]}
        onChange={({ target: { value } }) => {
          setSomebody(value === 'somebody')
          if (value === '' || value === 'somebody' || me === undefined) put(withoutAssignees)
          else put({ ...change, assignee_ids: value === 'me' ? [me.id] : [] })
        }}
      />
      {isSomebody && (
        <AssigneeChooser label="Who it is" choose={(id) => put({ ...change, assignee_ids: [id] })} />
      )}
    </div>
  )
}
