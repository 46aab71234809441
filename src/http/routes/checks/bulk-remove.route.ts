import { Type } from 'typebox'
import { IdentifiedCheckRemoval } from '../../../model/check-record.ts'
import { removeChecks } from '../../../services/checks/remove.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Archives or deletes several checks, all or none. */
export default defineRoute({
  method: 'DELETE',
  path: '/quality-checks',
  summary: 'Archive or delete quality checks',
  group: 'Quality checks',
  body: Type.Array(IdentifiedCheckRemoval, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 204: null },
  handler: (context, { body }) => removeChecks(context, body),
})
