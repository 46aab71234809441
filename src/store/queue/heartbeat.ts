import { sql } from 'kysely'
import type { Queryable } from '../pool.ts'
import type { ClaimedUnit } from './claim.ts'

/**
 * Extends the lease of units still in these hands, and returns those that no longer are: aborted, or taken over after a
 * silence, by this process too. Locks only the rows it extends; running it twice does no harm.
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
    update units set lease_until = now() + ${leaseSeconds} * interval '1 second'
    from unnest(${ids}::bigint[], ${attempts}::int[]) as held (id, attempt)
    where units.id = held.id and units.attempt = held.attempt and units.state = 'running'
    returning units.id, units.attempt`.execute(database)
  const kept = new Map(rows.map(({ id, attempt }) => [id, attempt]))
  return held.filter(({ id, attempt }) => kept.get(id) !== attempt)
}
