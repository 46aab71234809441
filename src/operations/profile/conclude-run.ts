import { concludeContainers } from '../../runs/conclude-containers.ts'
import { emptySelection } from '../../runs/container-units.ts'
import type { Conclusion, RunOf } from '../../runs/operation.ts'
import { countRemarks } from '../../store/operations.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ProfilePayload } from './payload.ts'

/** The end of a profile: by its containers; a success with remarks says how many there are. */
export async function concludeProfile(
  transaction: Queryable,
  { id, payload }: RunOf<ProfilePayload>,
): Promise<Conclusion> {
  const conclusion = await concludeContainers(transaction, id, nothingToProfile(payload))
  const remarks = await countRemarks(transaction, id)
  if (conclusion.message !== null || remarks === 0) return conclusion
  return { ...conclusion, message: `Remarks: ${remarks}; the log has each.` }
}

function nothingToProfile(payload: ProfilePayload): string {
  return (
    emptySelection(payload, 'profile') ??
    'There was no container to profile: the datastore has none. A sync finds them.'
  )
}
