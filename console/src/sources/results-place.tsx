import { Link, useLocation } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'

/** A run that is about to be started; without a datastore it is not chosen yet. */
interface Wanted {
  datastoreId: number | null
  type: string
}

/** Why the run cannot write: the datastore has no place for results; null: it has one, needs none, or that is not known yet. */
export function useNoPlace({ datastoreId, type }: Wanted): string | null {
  const isWriting = type === 'export' || type === 'materialize'
  const { data } = useAnswer(
    'GET /api/datastores/{id}',
    { path: { id: datastoreId ?? 0 } },
    { enabled: isWriting && datastoreId !== null },
  )
  if (!isWriting || data === undefined || data.enrich_datastore !== null) return null
  return `${data.name} has no enrichment datastore yet, to which exports and copies are written.`
}

/** Says before a run is started that it has nowhere to write, and where an Editor changes that. */
export function NoPlaceForResults(wanted: Wanted) {
  const why = useNoPlace(wanted)
  const page = `/datastores/${wanted.datastoreId}`
  const isThere = useLocation({ select: ({ pathname }) => pathname === page })
  if (why === null) return null
  return (
    <p className="problem">
      {why} Choose one by “More” and “Change where results go”
      {isThere ? (
        ' on this page.'
      ) : (
        <>
          {' on '}
          <Link to={page as string}>the page of the datastore</Link>.
        </>
      )}
    </p>
  )
}
