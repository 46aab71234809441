import { Type } from 'typebox'
import { MaskingEntry, maskedResources } from '../../../model/audit.ts'
import { Id } from '../../../model/wire.ts'
import { listMaskingAccess } from '../../../services/audit/list.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { day } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Looks at masked values, newest first. */
export default defineRoute({
  method: 'GET',
  path: '/audit-logs/masking',
  summary: 'List who looked at masked values',
  group: 'Audit',
  query: Type.Object({
    ...pageQuery,
    user_id: Type.Optional(Id),
    action: Type.Optional(Type.Enum(['unmask_field_values'])),
    resource_type: Type.Optional(Type.Enum(maskedResources)),
    resource_id: Type.Optional(Id),
    start_date: Type.Optional(day),
    end_date: Type.Optional(day),
  }),
  responses: { 200: pageOf(MaskingEntry) },
  handler: (context, { query }) => listMaskingAccess(context, query),
})
