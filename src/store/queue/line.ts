import { sql, type RawBuilder } from 'kysely'

/** Where a unit is in line; units of before there were lines are where their ids are. */
export const placeInLine = sql`coalesce(units.line, units.id)`

/**
 * The place behind which a unit of this datastore (0: none) is put: the last of its own line, or where the units in hand are, which is
 * where the next one of any datastore would be. Without units in hand, the first that waits is where they would be. Two transactions
 * that add at once give the same places to the same datastore; its units are then taken together.
 */
export const behindLineOf = (datastore: RawBuilder<unknown>) => sql`greatest(
  coalesce(
    -- The index of all that is open would be searched from its end, through everything that waits.
    (select max(place) from (select ${placeInLine} as place from units where state = 'running' offset 0) as in_hand),
    (select ${placeInLine} from units where state in ('waiting', 'running') order by coalesce(line, id), id limit 1),
    0),
  (select max(${placeInLine}) from units where units.line_of = ${datastore} and state = 'waiting'))`
