import { Type } from 'typebox'
import { GlobalTag } from '../../../model/tag.ts'
import { listTags } from '../../../services/tags/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { defineRoute } from '../../route.ts'

/** Global tags by name. */
export default defineRoute({
  method: 'GET',
  path: '/global-tags',
  summary: 'List global tags',
  group: 'Tags',
  query: Type.Object(pageQuery),
  responses: { 200: pageOf(GlobalTag) },
  handler: (context, { query }) => listTags(context, query),
})
