import { Type } from 'typebox'
import { GlobalTag } from '../../../model/tag.ts'
import { readTag } from '../../../services/tags/list.ts'
import { defineRoute } from '../../route.ts'

/** One global tag by its name. */
export default defineRoute({
  method: 'GET',
  path: '/global-tags/{name}',
  summary: 'Read a global tag',
  group: 'Tags',
  params: Type.Object({ name: Type.String() }),
  responses: { 200: GlobalTag },
  handler: (context, { params }) => readTag(context, params.name),
})
