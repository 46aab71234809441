import { concludeContainers } from '../../runs/conclude-containers.ts'
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

function nothingToProfile({ container_tags: tags, container_names: names }: ProfilePayload): string {
  if (tags.length > 0)
    return `No container of the datastore has one of the tags ${tags.map((tag) => `"${tag}"`).join(', ')}.`
  if (names.length > 0) return 'The containers that were named are gone since the profile was started.'
  return 'There was no container to profile: the datastore has none. A sync finds them.'
}
