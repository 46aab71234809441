import type { Environment } from '../../access/context.ts'
import { StatementRefused, type HeldSession } from '../../connectors/connector.ts'
import { computedColumns, tryFirstRow } from '../../engine/describe-container.ts'
import { Aborted, invalidMember, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { shownRefusal } from '../../disclosure/reasons.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { datastoreMasks, maskedFields } from '../../store/masked-fields.ts'
import { withContainerSession } from '../datastores/container-session.ts'
import type { WantedComputation } from './given-computation.ts'

/** Longest wait for the source, seconds, where a client does not say. */
const usualPatience = 60

/**
 * The fields of a computed container, found by the store itself, which has given a first row. Refuses with 422, naming the member,
 * what the store refuses, and a query that gives no row within the time. Throws Aborted when `stop` (default: nothing) stops it.
 */
export async function assessComputation(
  context: Environment,
  { datastore_id, computation, sources, member }: WantedComputation,
  seconds: number = usualPatience,
  stop?: AbortSignal,
): Promise<DiscoveredField[]> {
  const late = AbortSignal.timeout(seconds * 1000)
  const signal = stop ? AbortSignal.any([late, stop]) : late
  const hides = await masksAny(context, datastore_id, sources)
  const look = async (session: HeldSession): Promise<DiscoveredField[]> => {
    const fields = await computedColumns(session, computation)
    await tryFirstRow(session, computation, fields)
    return fields
  }
  try {
    return await withContainerSession(context, { datastore_id, computation }, signal, look, { rows: 'some' })
  } catch (error) {
    if (error instanceof Aborted && !stop?.aborted)
      throw invalidMember(
        member,
        `No row came within ${seconds} seconds. Make the query faster, or give it more time.`,
      )
    if (error instanceof StatementRefused) throw invalidMember(member, refusalOf(error, hides))
    if (!(error instanceof RunFailure)) throw error
    if (error.retryable) throw new ServiceError('connection_failed', error.message, { cause: error })
    throw invalidMember(member, error.message)
  }
}

/** True when words of a source could quote a value of a masked field. */
async function masksAny(
  { store: { database } }: Environment,
  datastoreId: number,
  sources: WantedComputation['sources'],
): Promise<boolean> {
  if (await datastoreMasks(database, datastoreId)) return true
  const ids = sources.map(({ source_container_id: id }) => id)
  const masked = await maskedFields(database, ids)
  return ids.some((id) => masked(id).size > 0)
}

/** The store's own words about a row may quote its values. */
function refusalOf(error: StatementRefused, hides: boolean): string {
  const said = shownRefusal(error, hides)
  return said === null
    ? 'The store refuses to compute its first row; the reason is withheld, because it may show values of masked fields of the datastore.'
    : `The store refuses to compute its first row: ${said}`
}
