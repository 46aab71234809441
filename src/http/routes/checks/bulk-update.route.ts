import { Type } from 'typebox'
import { Check, IdentifiedCheckChange } from '../../../model/check-record.ts'
import { updateChecks } from '../../../services/checks/update.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Changes several checks, all or none. */
export default defineRoute({
  method: 'PATCH',
  path: '/quality-checks',
  summary: 'Update quality checks',
  group: 'Quality checks',
  body: Type.Array(IdentifiedCheckChange, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 200: Type.Array(Check) },
  handler: (context, { body }) => updateChecks(context, body),
})
