import { Check } from '../../../model/check-record.ts'
import { readCheck } from '../../../services/checks/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One check, archived ones too. */
export default defineRoute({
  method: 'GET',
  path: '/quality-checks/{id}',
  summary: 'Read a quality check',
  group: 'Quality checks',
  params: idPath,
  responses: { 200: Check },
  handler: (context, { params }) => readCheck(context, params.id),
})
