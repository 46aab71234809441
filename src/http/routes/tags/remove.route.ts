import { Type } from 'typebox'
import { removeTag } from '../../../services/tags/remove.ts'
import { defineRoute } from '../../route.ts'

/** Deletes a global tag and takes it off everything. */
export default defineRoute({
  method: 'DELETE',
  path: '/global-tags/{name}',
  summary: 'Delete a global tag',
  group: 'Tags',
  params: Type.Object({ name: Type.String() }),
  responses: { 204: null },
  handler: (context, { params }) => removeTag(context, params.name),
})
