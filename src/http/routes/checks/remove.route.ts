import { Type } from 'typebox'
import { removal } from '../../../model/check-record.ts'
import { removeCheck } from '../../../services/checks/remove.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Archives a check, or deletes it for good with `archive=false`. */
export default defineRoute({
  method: 'DELETE',
  path: '/quality-checks/{id}',
  summary: 'Archive or delete a quality check',
  group: 'Quality checks',
  params: idPath,
  query: Type.Object(removal),
  responses: { 204: null },
  handler: (context, { params, query }) => removeCheck(context, params.id, query),
})
