import { Link, useLocation } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'

/** A run that is about to be started; without a datastore it is not chosen yet. */
interface Wanted {
  datastoreId: number | null
  type: string
}

/** Why the run cannot write: the datastore has no place for results; null: it has one, needs none, or that is not known yet. */
export function useNoPlace(wanted: Wanted): string | null {
  const datastore = useWriting(wanted)
  if (datastore === undefined || datastore.enrich_datastore !== null) return null
  return `${datastore.name} has no enrichment datastore yet, to which exports and copies are written.`
}

/** The datastore of a run that writes results; undefined: the run writes none, or the datastore is not known yet. */
function useWriting({ datastoreId, type }: Wanted) {
  const isWriting = type === 'export' || type === 'materialize'
  const { data } = useAnswer(
    'GET /api/datastores/{id}',
    { path: { id: datastoreId ?? 0 } },
    { enabled: isWriting && datastoreId !== null },
  )
  return isWriting ? data : undefined
}

/** Says before a run is started to which datastore it writes, or that there is none, and where an Editor changes that. */
export function PlaceForResults(wanted: Wanted) {
  const why = useNoPlace(wanted)
  const place = useWriting(wanted)?.enrich_datastore
  const page = `/datastores/${wanted.datastoreId}`
  const isThere = useLocation({ select: ({ pathname }) => pathname === page })
  if (place)
    return (
      <p className="muted">
        It is written to the enrichment datastore{' '}
        <Link to={`/datastores/${place.id}` as string}>{place.name}</Link>.
      </p>
    )
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
