import { Type } from 'typebox'
import { Field } from '../../../model/container-record.ts'
import { fieldStatuses } from '../../../model/field.ts'
import { listContainerFields } from '../../../services/fields/read.ts'
import { idPath } from '../../paths.ts'
import { anyOf } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Every field of a container at once, in the order of the source; active or missing ones unless `status` says otherwise. */
export default defineRoute({
  method: 'GET',
  path: '/containers/{id}/fields',
  summary: 'List the fields of a container',
  group: 'Containers',
  params: idPath,
  query: Type.Object({
    status: anyOf(fieldStatuses, ['active', 'missing']),
  }),
  responses: { 200: Type.Array(Field) },
  handler: (context, { params, query }) => listContainerFields(context, params.id, query.status),
})
