import type { Requirement } from './requirements.ts'

/** Connections: Members see those of their datastores, without their addresses; Managers look after them. */
export const connections: readonly Requirement[] = [
  {
    endpoint: 'GET /connections/{id}',
    target: 'connection',
    hiddenFrom: () => true,
  },
  {
    endpoint: 'POST /connections',
    body: (world) => ({ type: 'local', name: `made ${world.unique()}` }),
  },
  {
    endpoint: 'PUT /connections/{id}',
    target: 'connection',
    body: () => ({ username: 'x' }),
  },
  { endpoint: 'DELETE /connections/{id}', target: 'connection', fresh: true },
  { endpoint: 'POST /connections/{id}/test', target: 'connection' },
  // A connection to files has no databases: 409 to those who may ask.
  { endpoint: 'GET /connections/{id}/catalogs', target: 'connection', granted: 409 },
  { endpoint: 'GET /connections/{id}/schemas', target: 'connection', granted: 409 },
  { endpoint: 'POST /connections/catalogs', body: () => ({ type: 'local' }), granted: 409 },
  { endpoint: 'POST /connections/schemas', body: () => ({ type: 'local' }), granted: 409 },
  {
    endpoint: 'POST /connections/{id}/datastores/validate',
    target: 'connection',
    body: () => ({ root_paths: ['/nowhere'] }),
  },
  {
    endpoint: 'POST /connections/datastores/validate',
    body: () => ({ connection: { type: 'local' }, root_paths: ['/nowhere'] }),
  },
  {
    endpoint: 'POST /connections/{id}/datastores/bulk',
    target: 'connection',
    body: () => ({ root_paths: ['/nowhere'] }),
  },
  {
    endpoint: 'POST /connections/datastores/bulk',
    body: () => ({ connection: { type: 'local' }, root_paths: ['/nowhere'] }),
  },
]
