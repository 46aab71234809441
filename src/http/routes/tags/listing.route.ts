import { Type } from 'typebox'
import { GlobalTag } from '../../../model/tag.ts'
import { listAllTags } from '../../../services/tags/list.ts'
import { defineRoute } from '../../route.ts'

/** Every global tag at once, by name, for choosing one. */
export default defineRoute({
  method: 'GET',
  path: '/global-tags/listing',
  summary: 'List all global tags',
  group: 'Tags',
  responses: { 200: Type.Array(GlobalTag) },
  handler: listAllTags,
})
