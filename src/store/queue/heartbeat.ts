import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import type { ClaimedUnit } from './claim.ts'

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
  const ids = held.map((unit) => unit.id)
  const attempts = held.map((unit) => unit.attempt)
  const { rows } = await sql<{ id: number; attempt: number }>`
    with held as (
      select units.id from units
      join unnest(${ids}::bigint[], ${attempts}::int[]) as known (id, attempt) using (id, attempt)
      where units.state = 'running'
      order by units.id for no key update of units
    )
    update units set lease_until = now() + ${leaseSeconds} * interval '1 second', lease_seconds = ${leaseSeconds}
    from held where units.id = held.id
    returning units.id, units.attempt`.execute(database)
  const kept = new Map(rows.map(({ id, attempt }) => [id, attempt]))
  return held.filter(({ id, attempt }) => kept.get(id) !== attempt)
}
