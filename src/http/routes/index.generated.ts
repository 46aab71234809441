// Written by `npm run generate`; do not edit.
import connectionsCreate from './connections/create.route.ts'
import connectionsGet from './connections/get.route.ts'
import connectionsList from './connections/list.route.ts'
import connectionsRemove from './connections/remove.route.ts'
import connectionsTest from './connections/test.route.ts'
import connectionsUpdate from './connections/update.route.ts'
import datastoresCreate from './datastores/create.route.ts'
import datastoresFavorite from './datastores/favorite.route.ts'
import datastoresGet from './datastores/get.route.ts'
import datastoresLinkEnrichment from './datastores/link-enrichment.route.ts'
import datastoresList from './datastores/list.route.ts'
import datastoresRemove from './datastores/remove.route.ts'
import datastoresTest from './datastores/test.route.ts'
import datastoresTry from './datastores/try.route.ts'
import datastoresUnlinkEnrichment from './datastores/unlink-enrichment.route.ts'
import datastoresUpdate from './datastores/update.route.ts'
import statusGet from './status/get.route.ts'
import tagsCreate from './tags/create.route.ts'
import tagsGet from './tags/get.route.ts'
import tagsList from './tags/list.route.ts'
import tagsRemove from './tags/remove.route.ts'

export default [
  connectionsCreate,
  connectionsGet,
  connectionsList,
  connectionsRemove,
  connectionsTest,
  connectionsUpdate,
  datastoresCreate,
  datastoresFavorite,
  datastoresGet,
  datastoresLinkEnrichment,
  datastoresList,
  datastoresRemove,
  datastoresTest,
  datastoresTry,
  datastoresUnlinkEnrichment,
  datastoresUpdate,
  statusGet,
  tagsCreate,
  tagsGet,
  tagsList,
  tagsRemove,
] as const
