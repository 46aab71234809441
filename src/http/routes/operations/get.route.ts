import { SingleOperation } from '../../../operations/records.ts'
import { readOperation } from '../../../operations/control/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One run: configuration, status, containers, and for scans the container scans. */
export default defineRoute({
  method: 'GET',
  path: '/operations/{id}',
  summary: 'Get an operation',
  group: 'Operations',
  params: idPath,
  responses: { 200: SingleOperation },
  handler: (context, { params }) => readOperation(context, params.id),
})
