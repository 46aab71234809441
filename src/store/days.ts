import { sql } from 'kysely'

/** True when an instant lies on a local day (or from its start on, or until its end); the column stays bare so that its index serves. */
export function onDay(
  column: string,
  day: string,
  offsetMinutes: number,
  range: 'within' | 'from' | 'until' = 'within',
) {
  const instant = sql.ref(column)
  const start = sql`(${day}::date::timestamp at time zone 'UTC' - ${offsetMinutes} * interval '1 minute')`
  const end = sql`(${start} + interval '1 day')`
  if (range === 'from') return sql<boolean>`${instant} >= ${start}`
  if (range === 'until') return sql<boolean>`${instant} < ${end}`
  return sql<boolean>`(${instant} >= ${start} and ${instant} < ${end})`
}
