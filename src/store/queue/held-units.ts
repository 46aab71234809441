import { sql, type RawBuilder } from 'kysely'
import type { HeldUnit } from './claim.ts'

/**
 * A select of those units that are still running in these hands. It locks their rows in the order of their ids, as aborts lock
 * them (see finish.ts), so that no two statements wait for each other for ever.
 */
export function heldUnits(units: readonly Pick<HeldUnit, 'id' | 'attempt'>[]): RawBuilder<{ id: number }> {
  return sql`select units.id from units
    join unnest(${units.map(({ id }) => id)}::bigint[], ${units.map(({ attempt }) => attempt)}::int[]) as known (id, attempt)
      using (id, attempt)
    where units.state = 'running'
    order by units.id for no key update of units`
}
