import { Type } from 'typebox'
import { ContainerStub } from '../../../model/container-record.ts'
import { Id } from '../../../model/wire.ts'
import { listNames } from '../../../services/containers/read.ts'
import { defineRoute } from '../../route.ts'

/** Every container of a datastore at once, for looking up ids by name. */
export default defineRoute({
  method: 'GET',
  path: '/containers/listing',
  summary: 'List the names of all containers',
  group: 'Containers',
  query: Type.Object({ datastore: Type.Optional(Id) }),
  responses: { 200: Type.Array(ContainerStub) },
  handler: (context, { query }) => listNames(context, query.datastore),
})
