import { Type } from 'typebox'
import { Datastore } from '../../../model/datastore-record.ts'
import { Id } from '../../../model/wire.ts'
import { linkEnrichment } from '../../../services/datastores/link-enrichment.ts'
import { defineRoute } from '../../route.ts'

/** Says where the datastore's results are written; another link takes the place of the first. */
export default defineRoute({
  method: 'PATCH',
  path: '/datastores/{id}/enrichment/{enrichment_id}',
  summary: 'Link an enrichment datastore',
  group: 'Datastores',
  params: Type.Object({ id: Id, enrichment_id: Id }),
  responses: { 200: Datastore },
  handler: (context, { params }) => linkEnrichment(context, params.id, params.enrichment_id),
})
