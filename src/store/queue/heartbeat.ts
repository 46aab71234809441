import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import type { ClaimedUnit } from './claim.ts'
import { heldUnits } from './held-units.ts'

/**
 * Extends the lease of units still in these hands, and returns those that no longer are: aborted, or taken over after a
 * silence, by this process too. Locks only the rows it extends, in the order of their ids, as an abort does; running it twice
 * does no harm.
 */
export async function heartbeat<Held extends Pick<ClaimedUnit, 'id' | 'attempt'>>(
  database: Queryable,
  held: readonly Held[],
  leaseSeconds: number,
): Promise<Held[]> {
  if (held.length === 0) return []
  const { rows } = await sql<{ id: number; attempt: number }>`
    with held as (${heldUnits(held)})
    update units set lease_until = now() + ${leaseSeconds} * interval '1 second', lease_seconds = ${leaseSeconds}
    from held where units.id = held.id
    returning units.id, units.attempt`.execute(database)
  const kept = new Map(rows.map(({ id, attempt }) => [id, attempt]))
  return held.filter(({ id, attempt }) => kept.get(id) !== attempt)
}
