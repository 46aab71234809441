import { Type } from 'typebox'
import { CheckVersion } from '../../../model/check-record.ts'
import { readVersion } from '../../../services/checks/version-at.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** A check as it stood, for instance when a scan started. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks/{id}/version',
  summary: 'Read a quality check as of a time',
  group: 'Quality checks',
  params: idPath,
  query: Type.Object({
    version_at: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now' })),
  }),
  responses: { 200: CheckVersion },
  handler: (context, { params, query }) => readVersion(context, params.id, query.version_at),
})
