import { GlobalTag, GlobalTagInput } from '../../../model/tag.ts'
import { createTag } from '../../../services/tags/create.ts'
import { defineRoute } from '../../route.ts'

/** Makes a global tag. */
export default defineRoute({
  method: 'POST',
  path: '/global-tags',
  summary: 'Create a global tag',
  group: 'Tags',
  body: GlobalTagInput,
  responses: { 201: GlobalTag },
  handler: (context, { body }) => createTag(context, body),
})
