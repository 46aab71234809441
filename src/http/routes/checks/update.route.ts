import { Check } from '../../../model/check-record.ts'
import { updateCheck } from '../../../services/checks/update.ts'
import { idPath } from '../../paths.ts'
import { ChangedCheck } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; also activates, drafts and restores by `status`. */
export default defineRoute({
  method: 'PUT',
  path: '/quality-checks/{id}',
  summary: 'Update a quality check',
  group: 'Quality checks',
  params: idPath,
  body: ChangedCheck,
  responses: { 200: Check },
  handler: (context, { params, body }) => updateCheck(context, params.id, body),
})
