import { Field, FieldChange } from '../../../model/container-record.ts'
import { updateField } from '../../../services/fields/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Masks a field, shows it again, or describes it. */
export default defineRoute({
  method: 'PUT',
  path: '/fields/{id}',
  summary: 'Update a field',
  group: 'Fields',
  params: idPath,
  body: FieldChange,
  responses: { 200: Field },
  handler: (context, { params, body }) => updateField(context, params.id, body),
})
