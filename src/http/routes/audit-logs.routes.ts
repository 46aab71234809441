import { Type } from 'typebox'
import { AuditVerification, maskedResources, MaskingEntry } from '../../model/audit.ts'
import { described, Id } from '../../model/wire.ts'
import { listMaskingAccess } from '../../services/audit/list.ts'
import { verifyAudit } from '../../services/audit/verify.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Audit', [
  defineRoute({
    id: 'listMaskingEntries',
    method: 'GET',
    path: '/audit-logs/masking',
    summary: 'List who looked at masked values',
    doc: 'Looks at masked values, newest first.',
    need: 'Admin',
    query: Type.Object({
      ...pageQuery,
      user_id: Type.Optional(described(Id, 'What this user looked at')),
      action: Type.Optional(described(Type.Enum(['unmask_field_values']), 'The kind of look; there is one')),
      resource_type: Type.Optional(described(Type.Enum(maskedResources), 'What kind of thing was looked at')),
      resource_id: Type.Optional(described(Id, 'The id of what was looked at')),
      start_date: Type.Optional(described(day, 'The first day, included')),
      end_date: Type.Optional(described(day, 'The last day, included')),
    }),
    responses: { 200: pageOf('MaskingEntryPage', MaskingEntry) },
    handler: (context, { query }) => listMaskingAccess(context, query),
  }),
  defineRoute({
    id: 'verifyAuditLog',
    method: 'GET',
    path: '/audit-logs/verification',
    summary: 'Verify the audit log',
    doc: 'Whether every entry of the audit log is still what it was when it was written.',
    need: 'Admin',
    query: Type.Object({
      known_id: Type.Optional(described(Id, 'The id of an entry that you noted earlier, with `known_hash`')),
      known_hash: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: '`last` of an earlier answer, with `known_id`',
        }),
      ),
    }),
    responses: { 200: AuditVerification },
    handler: (context, { query }) => verifyAudit(context, query),
  }),
])
