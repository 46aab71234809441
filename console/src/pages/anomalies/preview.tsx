import { Link } from '@tanstack/react-router'
import type { Anomaly } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Actions } from '../../triage/actions.tsx'
import { CheckList } from '../../triage/check-list.tsx'
import { Conversation } from '../../triage/conversation.tsx'
import { FirstRecords } from '../../triage/records.tsx'
import { Said } from '../../kit/said.tsx'

/** A finding beside the list; `known` is shown until the present one has come. */
export function Preview({ id, known, close }: { id: number; known: Anomaly | null; close: () => void }) {
  const {
    data = known?.id === id ? known : undefined,
    error,
    refetch,
  } = useAnswer('GET /api/anomalies/{id}', { path: { id: String(id) } })
  if (data === undefined)
    return (
      <aside className="preview">{error && <Failure error={error} retry={() => void refetch()} />}</aside>
    )
  return (
    <aside className="preview stack" aria-label="The anomaly in focus">
      <div className="row">
        <Link to={`/anomalies/${id}`}>Full page</Link>
        <span className="muted">
          {data.status}
          {data.assignees.length > 0 &&
            `, ${data.assignees.map(({ name, user_name }) => name ?? user_name).join(', ')}`}
        </span>
        <span className="push">
          <Button onClick={close} aria-label="Close">
            ✕
          </Button>
        </span>
      </div>
      <h2>
        <Said text={data.message} />
      </h2>
      <Actions anomaly={data} />
      <CheckList anomaly={data} />
      <FirstRecords anomaly={data} />
      <Conversation anomaly={data} />
    </aside>
  )
}
