import { Link } from '@tanstack/react-router'
import { Refusal } from '../api/refusal.ts'
import { Failure } from '../kit/failure.tsx'

/** Where things of a kind are listed: the noun of one, the address of the list, and its name. */
const lists = {
  anomaly: ['/anomalies', 'the anomalies'],
  check: ['/checks', 'the checks'],
  datastore: ['/datastores', 'the datastores'],
  'table or file': ['/datastores', 'the datastores'],
  field: ['/datastores', 'the datastores'],
  run: ['/runs', 'the runs'],
  scan: ['/runs', 'the runs'],
  flow: ['/flows', 'the flows'],
} as const

/** What a refusal says of a thing that is not there, or of an address that cannot be the one of a thing. */
const ofNothing = new Set(['not_found', 'invalid_id'])

/** In the place of the page of a thing that could not be read. Where it is not there, trying again helps nobody: then it leads to the others. */
export function NoSuchThing({
  one,
  error,
  retry,
}: {
  one: keyof typeof lists
  error: Error
  retry: () => void
}) {
  if (!(error instanceof Refusal && ofNothing.has(error.code))) return <Failure error={error} retry={retry} />
  const [list, words] = lists[one]
  return (
    <div className="stack" role="alert">
      <title>Not found · Assay</title>
      <h1>There is no such {one}</h1>
      <p>{error.message} It may have been deleted, or be one that you may not see.</p>
      <p>
        <Link to={list as string}>Go to {words}</Link>
      </p>
    </div>
  )
}
