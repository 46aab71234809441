import { Type } from 'typebox'
import { PromotedEntity } from '../../model/promotion.ts'
import { described, IdAndName, nullable } from '../../model/wire.ts'
import type { Queryable } from '../../store/pool.ts'
import { promotionEnds } from '../../store/promoted-checks.ts'
import { listOutcomes } from '../../store/promoted-entities.ts'

/** The two ends of a promotion by their names. */
export const listed_details = {
  schema: {
    destination_datastore: nullable(
      IdAndName,
      'Of promotions: the datastore that is promoted to; null: it was deleted',
    ),
    container: nullable(
      IdAndName,
      'Of promotions: the container of the source; null: it was deleted, or whole datastores are promoted',
    ),
    destination_container: nullable(
      IdAndName,
      'Of promotions: the container that is promoted to; null: it was deleted, or whole datastores are promoted',
    ),
  },
  read: promotionEnds,
}

/** What became of each thing, which only the single run tells. */
export const details = {
  schema: {
    results: described(
      Type.Array(PromotedEntity),
      'Of promotions: what became of each thing, in the order in which they were taken',
    ),
  },
  async read(database: Queryable, operationId: number) {
    return { results: await listOutcomes(database, operationId) }
  },
}
