// Written by `npm run generate`; do not edit.
import connectionsCreate from './connections/create.route.ts'
import connectionsGet from './connections/get.route.ts'
import connectionsList from './connections/list.route.ts'
import connectionsRemove from './connections/remove.route.ts'
import connectionsTest from './connections/test.route.ts'
import connectionsUpdate from './connections/update.route.ts'
import statusGet from './status/get.route.ts'

export default [
  connectionsCreate,
  connectionsGet,
  connectionsList,
  connectionsRemove,
  connectionsTest,
  connectionsUpdate,
  statusGet,
] as const
