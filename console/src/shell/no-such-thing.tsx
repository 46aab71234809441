import { useContext } from 'react'
import { Link } from '@tanstack/react-router'
import { Refusal } from '../api/refusal.ts'
import { Failure } from '../kit/failure.tsx'
import { UnsavedInput } from '../kit/unsaved-input.ts'

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

const isOfNothing = (error: Error | null) => error instanceof Refusal && ofNothing.has(error.code)

/**
 * Whether the page of a thing has nothing to show: it could not be read, or it is there no more, as when somebody deleted it. What was
 * read of it stays while something is written on the page or in a sheet over it, which would be lost.
 */
export function useNothing(error: Error | null, known: object | null | undefined): boolean {
  const forms = useContext(UnsavedInput)
  const isWritten = forms.use().size > 0
  const isCovered = forms.covers.use() > 0
  if (error === null) return false
  return !known || (isOfNothing(error) && !isWritten && !isCovered)
}

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
  if (!isOfNothing(error)) return <Failure error={error} retry={retry} />
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
