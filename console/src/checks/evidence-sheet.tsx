import { Link } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Failure } from '../kit/failure.tsx'
import { State } from '../kit/state.tsx'
import { Time } from '../kit/time.tsx'
import { closeEvidence } from './evidence.ts'
import { reasonOf } from './reason.ts'
import { SqlOf } from './sql-of.tsx'
import { Statements } from './statements.tsx'

/** How a check was judged last: the verdict and its reason, what it cost, its SQL, and the statements that were sent for it. */
export default function EvidenceSheet({ id, title }: { id: number; title: string }) {
  const { data, error, refetch } = useAnswer('GET /api/quality-checks/{id}/results', {
    path: { id },
    query: { size: 1 },
  })
  const [last] = data?.items ?? []
  return (
    <Dialog title={title} isOpen close={closeEvidence}>
      <div className="stack">
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {data && last === undefined && <p>No scan has judged this check yet.</p>}
        {last && (
          <div className="row">
            <State name={last.assertion_result} />
            <span>{reasonOf(last)}</span>
            <Link to={`/container-scans/${last.container_scan_id}` as string} onClick={closeEvidence}>
              Scan of <Time at={last.start_time} />
            </Link>
            <Link to={`/checks/${id}` as string} onClick={closeEvidence}>
              The check
            </Link>
          </div>
        )}
        <SqlOf id={id} />
        {last && <Statements containerScanId={last.container_scan_id} checkId={id} />}
      </div>
    </Dialog>
  )
}
