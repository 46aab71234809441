import { Type } from 'typebox'
import { PromotedEntity } from '../../model/promotion.ts'
import { described, IdAndName, nullable } from '../../model/wire.ts'
import type { Queryable } from '../../store/pool.ts'
import { promotionEnds } from '../../store/promoted-checks.ts'
import { listOutcomes } from '../../store/promoted-entities.ts'

/** The members of one run that other tables tell. */
export const details = {
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
    results: described(
      Type.Array(PromotedEntity),
      'Of promotions: what became of each thing, in the order in which they were taken',
    ),
  },
  async read(database: Queryable, operationId: number) {
    return {
      ...(await promotionEnds(database, operationId)),
      results: await listOutcomes(database, operationId),
    }
  },
}
