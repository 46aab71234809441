import { Container, ContainerChange } from '../../../model/container-record.ts'
import { updateContainer } from '../../../services/containers/update.ts'
import { idPath } from '../../paths.ts'
import { defineRoute } from '../../route.ts'

/** Changes the members given; the list of tags is replaced whole. */
export default defineRoute({
  method: 'PUT',
  path: '/containers/{id}',
  summary: 'Update a container',
  group: 'Containers',
  params: idPath,
  body: ContainerChange,
  responses: { 200: Container },
  handler: (context, { params, body }) => updateContainer(context, params.id, body),
})
