import { Type } from 'typebox'
import { Container } from '../../../model/container-record.ts'
import { containerTypes } from '../../../model/container.ts'
import { listContainers } from '../../../services/containers/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { ids } from '../../query.ts'
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
    container_type: Type.Optional(Type.Array(Type.Enum(containerTypes))),
    name: Type.Optional(Type.String({ description: 'The exact name' })),
    tag: Type.Optional(Type.Array(Type.String())),
    archived: Type.Optional(
      Type.Enum(['only', 'include'], {
        description: 'A deleted container is gone, so `only` lists nothing and `include` what there is',
      }),
    ),
    search: Type.Optional(Type.String({ description: 'A part of the name, or the id' })),
  }),
  responses: { 200: pageOf(Container) },
  handler: (context, { query }) => listContainers(context, query),
})
