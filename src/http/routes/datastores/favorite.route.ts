import { Type } from 'typebox'
import { Datastore } from '../../../model/datastore-record.ts'
import { markFavorite } from '../../../services/datastores/favorite.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Puts a datastore among the favourites, or takes it out. */
export default defineRoute({
  method: 'PATCH',
  path: '/datastores/{id}/favorite',
  summary: 'Mark a datastore as favourite',
  group: 'Datastores',
  params: idPath,
  body: Type.Object({ favorite: Type.Boolean() }),
  responses: { 200: Datastore },
  handler: (context, { params, body }) => markFavorite(context, params.id, body.favorite),
})
