import { Container } from '../../../model/container-record.ts'
import { readContainer } from '../../../services/containers/read.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** One container with its settings, tags and counts. */
export default defineRoute({
  method: 'GET',
  path: '/containers/{id}',
  summary: 'Read a container',
  group: 'Containers',
  params: idPath,
  responses: { 200: Container },
  handler: (context, { params }) => readContainer(context, params.id),
})
