import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type {
  Anomaly,
  AnomalyStatus,
  BulkAnomalyChange,
  BulkAnomalyResult,
  Endpoints,
} from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Failure } from '../kit/failure.tsx'
import { Select } from '../kit/fields.tsx'
import { counted } from '../words/numbers.ts'
import { carryOut, gather, usePlan } from './bulk.ts'

/** What is to be changed: anomalies that are known, or those that a list shows. */
export type Target = { anomalies: readonly Anomaly[] } | { query: Endpoints['GET /api/anomalies']['query'] }

const statuses: readonly AnomalyStatus[] = [
  'Active',
  'Acknowledged',
  'Resolved',
  'Duplicate',
  'Invalid',
  'Discarded',
]

/** Changes many anomalies at once, after showing what would become of them; null: it is closed. */
export function BulkSheet({ target, close }: { target: Target | null; close: () => void }) {
  return (
    <Dialog title="Change many anomalies" isOpen={target !== null} close={close}>
      {target !== null && <Plan target={target} close={close} />}
    </Dialog>
  )
}

function Plan({ target, close }: { target: Target; close: () => void }) {
  const [change, setChange] = useState<BulkAnomalyChange>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const found = useTarget(target)
  const { data: plan, error, isFetching } = usePlan(found.data, change)
  const act = async () => {
    setBusy(true)
    try {
      await carryOut(found.data ?? [], change)
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error('It was not done.'))
      setBusy(false)
    }
  }
  const problem = found.error ?? failure ?? error
  if (!found.data) return problem ? <Failure error={problem} /> : <p className="muted">Looking for them …</p>
  const isReady = plan !== undefined && !isFetching && plan.changed > 0
  return (
    <>
      <p>{counted(found.data.length, 'anomaly', 'anomalies')}, as they are now.</p>
      <Change change={change} put={setChange} />
      {problem && <Failure error={problem} />}
      <div role="status">
        {isFetching && <p className="muted">Trying it, without keeping anything …</p>}
        {plan && !isFetching && <Outcome plan={plan} />}
      </div>
      <div className="row">
        <Button
          kind="primary"
          disabled={isBusy}
          refused={isReady ? null : refusal(change, plan, isFetching)}
          onClick={() => void act()}
        >
          {isReady ? `Change ${plan.changed.toLocaleString('en')}` : 'Change them'}
        </Button>
        <Button onClick={close}>Leave them</Button>
      </div>
    </>
  )
}

function refusal(
  change: BulkAnomalyChange,
  plan: BulkAnomalyResult | undefined,
  isFetching: boolean,
): string {
  if (Object.keys(change).length === 0) return 'Choose first what is to become of them.'
  if (isFetching || plan === undefined) return 'It is being tried first.'
  return 'None of them would change.'
}

function useTarget(target: Target) {
  const query = 'query' in target ? target.query : null
  return useQuery({
    queryKey: ['anomalies of a plan', target],
    queryFn: ({ signal }) =>
      'anomalies' in target ? Promise.resolve([...target.anomalies]) : gather(query ?? {}, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

/** What is to become of them; what is left alone is not a member. */
function Change({ change, put }: { change: BulkAnomalyChange; put: (change: BulkAnomalyChange) => void }) {
  const me = useAnswer('GET /api/users/me', {}).data
  const { status, assignee_ids, ...others } = change
  const assignees = assignee_ids === undefined ? '' : assignee_ids.length === 0 ? 'nobody' : 'me'
  const assignment = (to: string) => {
    if (to === 'nobody') return { assignee_ids: [] }
    return to === 'me' && me ? { assignee_ids: [me.id] } : {}
  }
  return (
    <div className="row">
      <Select
        label="Status"
        value={status ?? ''}
        options={[['', 'as it is'], ...statuses.map((one) => [one, one] as const)]}
        onChange={({ target }) => {
          const chosen = statuses.find((one) => one === target.value)
          put({ ...others, ...assignment(assignees), ...(chosen && { status: chosen }) })
        }}
      />
      <Select
        label="Assigned to"
        value={assignees}
        options={[
          ['', 'whom they are'],
          ['me', 'me'],
          ['nobody', 'nobody'],
        ]}
        onChange={({ target }) => put({ ...others, ...(status && { status }), ...assignment(target.value) })}
      />
    </div>
  )
}

/** What would be changed, and what would stay, with the reasons; equal reasons stand together. */
function Outcome({ plan: { changed, refused } }: { plan: BulkAnomalyResult }) {
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason.replaceAll(/\d+/g, '…'))]
  return (
    <>
      <p>
        <b>{counted(changed, 'anomaly', 'anomalies')}</b> would be changed
        {refused.length > 0 && <>, {counted(refused.length, 'stays as it is', 'stay as they are')}</>}.
      </p>
      {reasons.map(([key, ofOne]) => (
        <div key={key}>
          <p>{ofOne[0]?.reason}</p>
          <p className="muted">
            {ofOne.slice(0, 10).map(({ id }) => (
              <span key={id}>
                <Link to={`/anomalies/${id}` as string}>{id}</Link>{' '}
              </span>
            ))}
            {ofOne.length > 10 && <>and {counted(ofOne.length - 10, 'other')}</>}
          </p>
        </div>
      ))}
    </>
  )
}
