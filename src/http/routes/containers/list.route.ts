import { Type } from 'typebox'
import { Container } from '../../../model/container-record.ts'
import { containerStatuses, containerTypes } from '../../../model/container.ts'
import { listContainers } from '../../../services/containers/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, ids, text, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Containers by name, of the datastores that the caller may see. */
export default defineRoute({
  method: 'GET',
  path: '/containers',
  summary: 'List containers',
  group: 'Containers',
  query: Type.Object({
    ...pageQuery,
    datastore: Type.Optional(ids),
    container_type: Type.Optional(anyOf(containerTypes)),
    status: Type.Optional(anyOf(containerStatuses)),
    name: Type.Optional(text('The exact name')),
    tag: Type.Optional(texts('The name of a tag; any of several')),
    archived: Type.Optional(
      Type.Enum(['only', 'include'], {
        description: 'A deleted container is gone, so `only` lists nothing and `include` what there is',
      }),
    ),
    search: Type.Optional(text('A part of the name, or the id')),
  }),
  responses: { 200: pageOf(Container) },
  handler: (context, { query }) => listContainers(context, query),
})
