import { unlinkEnrichment } from '../../../services/datastores/link-enrichment.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Ends the link; what was written stays. */
export default defineRoute({
  method: 'DELETE',
  path: '/datastores/{id}/enrichment',
  summary: 'Unlink the enrichment datastore',
  group: 'Datastores',
  params: idPath,
  responses: { 204: null },
  handler: (context, { params }) => unlinkEnrichment(context, params.id),
})
