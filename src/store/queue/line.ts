import { sql, type RawBuilder } from 'kysely'

/** Where a unit is in line; units of before there were lines are where their ids are. */
export const placeInLine = sql`coalesce(units.line, units.id)`

/**
 * The place behind which a unit of this datastore (0: none) is put: the last of its own line, or where all lines are by now, whichever
 * is later. They are where the latest unit in hand is, or the first that waits; one that waits for a slot may be far behind, and so may
 * the only one in hand. Two transactions that add at once give the same places to the same datastore, whose units are then taken together.
 */
export const behindLineOf = (datastore: RawBuilder<unknown>) => sql`greatest(
  0,
  -- The index of all that is open would be searched from its end, through everything that waits.
  (select max(place) from (select ${placeInLine} as place from units where state = 'running' offset 0) as in_hand),
  (select ${placeInLine} from units where state = 'waiting' order by coalesce(line, id), id limit 1),
  (select max(${placeInLine}) from units where units.line_of = ${datastore} and state = 'waiting'))`
