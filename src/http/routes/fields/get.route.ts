import { Field } from '../../../model/container-record.ts'
import { readField } from '../../../services/fields/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One field as the last sync found it. */
export default defineRoute({
  method: 'GET',
  path: '/fields/{id}',
  summary: 'Read a field',
  group: 'Fields',
  params: idPath,
  responses: { 200: Field },
  handler: (context, { params }) => readField(context, params.id),
})
