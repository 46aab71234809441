import { Type } from 'typebox'
import { AuditVerification } from '../../../model/audit.ts'
import { Id } from '../../../model/wire.ts'
import { verifyAudit } from '../../../services/audit/verify.ts'
import { defineRoute } from '../../route.ts'

/** Whether every entry of the audit log is still what it was when it was written. */
export default defineRoute({
  method: 'GET',
  path: '/audit-logs/verification',
  summary: 'Verify the audit log',
  group: 'Audit',
  query: Type.Object({
    known_id: Type.Optional(Id),
    known_hash: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: '`last` of an earlier answer, with `known_id`' }),
    ),
  }),
  responses: { 200: AuditVerification },
  handler: (context, { query: { known_id, known_hash } }) =>
    verifyAudit(
      context,
      known_id === undefined || known_hash === undefined ? null : { id: known_id, hash: known_hash },
    ),
})
