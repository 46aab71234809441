import { Type } from 'typebox'
import { Field, IdentifiedFieldChange } from '../../../model/container-record.ts'
import { updateFields } from '../../../services/fields/update.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Changes of several fields, all or none; answered in their order. */
export default defineRoute({
  method: 'PATCH',
  path: '/fields',
  summary: 'Update several fields',
  group: 'Fields',
  body: Type.Array(IdentifiedFieldChange, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 200: Type.Array(Field) },
  handler: (context, { body }) => updateFields(context, body),
})
