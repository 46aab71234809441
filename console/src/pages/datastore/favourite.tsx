import { useChange } from '../../api/answers.ts'
import type { Datastore } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'

/** Makes the datastore a favourite of the person, which stands first in lists, or takes that back. */
export function Favourite({ datastore: { id, favorite } }: { datastore: Datastore }) {
  const mark = useChange('PATCH /api/datastores/{id}/favorite')
  return (
    <>
      <Button
        aria-pressed={favorite}
        disabled={mark.isPending}
        onClick={() => mark.mutate({ path: { id }, body: { favorite: !favorite } })}
      >
        <span aria-hidden="true">{favorite ? '★' : '☆'}</span> Favourite
      </Button>
      {mark.error && <Failure error={mark.error} />}
    </>
  )
}
