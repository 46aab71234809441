import { Type } from 'typebox'
import { Container, ContainerTagging } from '../../../model/container-record.ts'
import { tagContainers } from '../../../services/containers/tag.ts'
import { bulkBody } from '../../body-bounds.ts'
import { defineRoute } from '../../route.ts'

/** Replaces the tags of several containers, all or none. */
export default defineRoute({
  method: 'PATCH',
  path: '/containers',
  summary: 'Tag containers',
  group: 'Containers',
  body: Type.Array(ContainerTagging, { maxItems: 1000 }),
  largest_body: bulkBody,
  responses: { 200: Type.Array(Container) },
  handler: (context, { body }) => tagContainers(context, body),
})
