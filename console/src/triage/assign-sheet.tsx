import { Suspense, lazy } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { counted } from '../words/numbers.ts'
import { assignRequest } from './assign-request.ts'

// It is seldom opened, and most of it is the line that finds people.
const Assignment = lazy(() => import('./assignment.tsx'))

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
      {request !== null && (
        <Suspense fallback={<p className="muted">One moment …</p>}>
          <Assignment anomalies={anomalies} act={act} />
        </Suspense>
      )}
    </Dialog>
  )
}
