import { concludeWithRemarks } from '../../runs/conclude-containers.ts'
import { emptySelection } from '../../runs/container-units.ts'
import type { Conclusion, RunOf } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ProfilePayload } from './payload.ts'

/** The end of a profile: by its containers; a success with remarks says how many there are. */
export function concludeProfile(
  transaction: Queryable,
  { id, payload }: RunOf<ProfilePayload>,
): Promise<Conclusion> {
  return concludeWithRemarks(transaction, id, nothingToProfile(payload))
}

function nothingToProfile(payload: ProfilePayload): string {
  return (
    emptySelection(payload, 'profile') ??
    'There was no container to profile: the datastore has none. A sync finds them.'
  )
}
