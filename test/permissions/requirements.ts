import type { Role, TeamPermission } from '../../src/model/principal.ts'
import type { Caller, Kind, World } from './world.ts'

/**
 * What a request takes: a role, a permission on the datastore that it is about (which Admins need not have), or both.
 * `open`: not even a token. `nobody`: not even an Admin.
 */
export type Need = 'open' | 'nobody' | Role | TeamPermission | { role: Role; permission: TeamPermission }

/** One request, and who may make it. */
export interface Requirement {
  /** As the API document has it, without `/api`. */
  endpoint: string
  need: Need
  /** What `{id}` stands for. */
  target?: Kind
  /** The request uses its target up: everybody who may gets another one. */
  fresh?: boolean
  query?: string
  /** `id` is the target's. */
  body?(world: World, id: number | string, caller: Caller): unknown
  /** Members for whom it is absent though they see the target's datastore (default: none). */
  hiddenFrom?(caller: Caller): boolean
  /** Of a list: the datastores that an answer shows something of. Everything else is visible to all who may ask. */
  shows?(body: Body, world: World): Promise<number[]> | number[]
  /** Whether the list shows the datastores of the caller's teams (default), or to Managers all of them, by name. */
  reach?: 'visible' | 'listed'
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely
type Body = any
interface Item {
  id: number
  datastore_id?: number
  datastore?: { id: number }
  container?: { id: number }
}

const ofDatastore = ({ items }: Body) =>
  items.map((item: Item) => item.datastore?.id ?? item.datastore_id) as number[]
const ids = (stubs: Body) => stubs.map((stub: Item) => stub.id) as number[]
const itself = ({ items }: Body) => items.map((item: Item) => item.id) as number[]
const byContainer = (stubs: Item[], world: World) =>
  Promise.all(
    stubs.map(async ({ id, container }) =>
      (await world.isOwnContainer(container?.id ?? id)) ? world.own.datastore : world.other.datastore,
    ),
  )

const source = async (world: World) => ({
  name: `made ${world.unique()}`,
  connection_id: await world.shared('connection'),
  root_path: world.folder(),
})
const newCheck = (status: string) => (world: World) => ({
  container_id: world.own.container,
  description: 'x',
  rule: 'between',
  fields: ['age'],
  properties: { min: world.unique(), max: 1_000_000 },
  status,
})

/**
 * Every endpoint, and who may use it. Transcribed from the contract's Authentication table, the tables of roles and team
 * permissions, and where two of those differ from the stricter one; not from the code.
 */
export const requirements: readonly Requirement[] = [
  { endpoint: 'GET /status', need: 'open' },
  { endpoint: 'GET /health', need: 'open' },

  // Connections: Members see those of their datastores, without their addresses; Managers look after them.
  { endpoint: 'GET /connections', need: 'Member' },
  {
    endpoint: 'GET /connections/{id}',
    need: 'Manager',
    target: 'connection',
    hiddenFrom: () => true,
  },
  {
    endpoint: 'POST /connections',
    need: 'Manager',
    body: (world) => ({ type: 'local', name: `made ${world.unique()}` }),
  },
  {
    endpoint: 'PUT /connections/{id}',
    need: 'Manager',
    target: 'connection',
    body: () => ({ username: 'x' }),
  },
  { endpoint: 'DELETE /connections/{id}', need: 'Manager', target: 'connection', fresh: true },
  { endpoint: 'POST /connections/{id}/test', need: 'Manager', target: 'connection' },

  // Datastores: made by Managers, edited by Editors, deleted by Admins.
  { endpoint: 'GET /datastores', need: 'Member', shows: itself, reach: 'listed' },
  { endpoint: 'POST /datastores', need: 'Manager', body: source },
  { endpoint: 'POST /datastores/connection', need: 'Manager', body: source },
  { endpoint: 'GET /datastores/{id}', need: 'Reporter', target: 'datastore' },
  {
    endpoint: 'PUT /datastores/{id}',
    need: 'Editor',
    target: 'datastore',
    body: (world) => ({ description: `x ${world.unique()}` }),
  },
  // Another folder or connection is as good as another datastore, which Members do not make.
  {
    endpoint: 'PUT /datastores/{id}',
    need: { role: 'Manager', permission: 'Editor' },
    target: 'datastore',
    body: (world) => ({ root_path: world.folder() }),
  },
  {
    endpoint: 'PUT /datastores/{id}',
    need: { role: 'Manager', permission: 'Editor' },
    target: 'datastore',
    body: async (world) => ({ connection_id: await world.shared('spare') }),
  },
  { endpoint: 'DELETE /datastores/{id}', need: 'Admin', target: 'datastore', fresh: true },
  { endpoint: 'POST /datastores/{id}/connection', need: 'Reporter', target: 'datastore' },
  {
    endpoint: 'PATCH /datastores/{id}/favorite',
    need: 'Reporter',
    target: 'datastore',
    body: () => ({ favorite: true }),
  },
  { endpoint: 'PATCH /datastores/{id}/enrichment/{enrichment_id}', need: 'Editor', target: 'datastore' },
  { endpoint: 'DELETE /datastores/{id}/enrichment', need: 'Admin', target: 'datastore' },

  // Containers and fields: seen from Reporter on, tagged from Viewer on, the rest is the Editor's.
  { endpoint: 'GET /datastores/listing', need: 'Member', shows: ids, reach: 'listed' },
  { endpoint: 'GET /containers', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /containers/listing', need: 'Member', shows: byContainer },
  { endpoint: 'GET /containers/{id}', need: 'Reporter', target: 'container' },
  { endpoint: 'GET /containers/{id}/fields', need: 'Reporter', target: 'container' },
  {
    endpoint: 'PUT /containers/{id}',
    need: 'Editor',
    target: 'container',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PATCH /containers',
    need: 'Viewer',
    target: 'container',
    body: (_world, id) => [{ id, tags: ['x'] }],
  },
  { endpoint: 'DELETE /containers/{id}', need: 'Editor', target: 'container', fresh: true },
  { endpoint: 'GET /fields', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /fields/{id}', need: 'Reporter', target: 'field' },
  {
    endpoint: 'PATCH /fields',
    need: 'Viewer',
    target: 'field',
    body: (_world, id) => [{ id, tags: ['x'] }],
  },
  {
    endpoint: 'PATCH /fields',
    need: 'Editor',
    target: 'field',
    body: (_world, id) => [{ id, status: 'active', description: 'x' }],
  },
  { endpoint: 'PUT /fields/{id}', need: 'Editor', target: 'field', body: () => ({ status: 'masked' }) },
  { endpoint: 'PUT /fields/{id}', need: 'Editor', target: 'field', body: () => ({ status: 'active' }) },

  // Tags.
  { endpoint: 'GET /global-tags', need: 'Member' },
  { endpoint: 'GET /global-tags/listing', need: 'Member' },
  { endpoint: 'GET /global-tags/{name}', need: 'Member', target: 'tag' },
  {
    endpoint: 'POST /global-tags',
    need: 'Manager',
    body: (world) => ({ name: `made-${world.unique()}` }),
  },
  { endpoint: 'DELETE /global-tags/{name}', need: 'Manager', target: 'tag', fresh: true },

  // Quality checks: seen from Reporter on, drafted by Drafters, decided by Authors.
  { endpoint: 'GET /quality-checks', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /quality-checks/listing', need: 'Member', shows: byContainer },
  { endpoint: 'GET /quality-checks/{id}', need: 'Reporter', target: 'check' },
  { endpoint: 'GET /quality-checks/{id}/version', need: 'Reporter', target: 'check' },
  { endpoint: 'GET /quality-checks/{id}/versions', need: 'Reporter', target: 'check' },
  { endpoint: 'GET /quality-checks/{id}/insights', need: 'Reporter', target: 'check' },
  { endpoint: 'POST /quality-checks', need: 'Author', body: newCheck('Active') },
  { endpoint: 'POST /quality-checks', need: 'Drafter', body: newCheck('Draft') },
  {
    endpoint: 'PUT /quality-checks/{id}',
    need: 'Author',
    target: 'check',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    need: 'Author',
    target: 'check',
    fresh: true,
    body: () => ({ status: 'Draft' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    need: 'Drafter',
    target: 'draft',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    need: 'Author',
    target: 'draft',
    fresh: true,
    body: () => ({ status: 'Active' }),
  },
  {
    endpoint: 'PATCH /quality-checks',
    need: 'Author',
    target: 'check',
    body: (_world, id) => [{ id, description: 'x' }],
  },
  { endpoint: 'DELETE /quality-checks/{id}', need: 'Author', target: 'check', fresh: true },
  {
    endpoint: 'DELETE /quality-checks/{id}',
    need: 'Author',
    target: 'draft',
    fresh: true,
    query: 'archive=false',
  },
  {
    endpoint: 'DELETE /quality-checks',
    need: 'Author',
    target: 'check',
    fresh: true,
    body: (_world, id) => [{ id }],
  },

  // Anomalies: seen from Reporter on, talked about from Viewer on, changed by Authors, described by Editors.
  { endpoint: 'GET /anomalies', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /anomalies/{id}', need: 'Reporter', target: 'anomaly' },
  { endpoint: 'GET /anomalies/{id}/history', need: 'Reporter', target: 'anomaly' },
  {
    endpoint: 'PUT /anomalies/{id}',
    need: 'Author',
    target: 'anomaly',
    body: () => ({ status: 'Acknowledged' }),
  },
  {
    endpoint: 'PUT /anomalies/{id}',
    need: 'Editor',
    target: 'anomaly',
    body: (world) => ({ description: `x ${world.unique()}` }),
  },
  {
    endpoint: 'PATCH /anomalies',
    need: 'Author',
    target: 'anomaly',
    body: (_world, id) => [{ id, status: 'Active' }],
  },
  {
    endpoint: 'PATCH /anomalies',
    need: 'Editor',
    target: 'anomaly',
    body: (world, id) => [{ id, description: `x ${world.unique()}` }],
  },
  { endpoint: 'DELETE /anomalies/{id}', need: 'Author', target: 'anomaly', fresh: true },
  {
    endpoint: 'DELETE /anomalies/{id}',
    need: 'Author',
    target: 'anomaly',
    fresh: true,
    query: 'archive=false',
  },
  {
    endpoint: 'DELETE /anomalies',
    need: 'Author',
    target: 'anomaly',
    fresh: true,
    body: (_world, id) => [{ id }],
  },
  { endpoint: 'GET /anomalies/{id}/comments', need: 'Viewer', target: 'talked' },
  {
    endpoint: 'POST /anomalies/{id}/comments',
    need: 'Viewer',
    target: 'talked',
    body: () => ({ message: 'x' }),
  },
  { endpoint: 'DELETE /anomalies/{id}/comments/{comment_id}', need: 'Viewer', target: 'talked', fresh: true },
  // What another has said stays, whoever asks.
  { endpoint: 'DELETE /anomalies/{id}/comments/{comment_id}', need: 'nobody', target: 'talked' },

  // Source records: rows from Viewer on, values of masked fields for Editors.
  { endpoint: 'GET /anomalies/{id}/source-record', need: 'Viewer', target: 'anomaly' },
  {
    endpoint: 'GET /anomalies/{id}/source-record',
    need: 'Editor',
    target: 'anomaly',
    query: 'include_masked=true',
  },
  { endpoint: 'GET /anomalies/{id}/source-record/csv', need: 'Viewer', target: 'anomaly' },
  {
    endpoint: 'GET /anomalies/{id}/source-record/csv',
    need: 'Editor',
    target: 'anomaly',
    query: 'include_masked=true',
  },
  { endpoint: 'GET /container-scans/{id}/source-records', need: 'Viewer', target: 'scan' },
  {
    endpoint: 'GET /container-scans/{id}/source-records',
    need: 'Editor',
    target: 'scan',
    query: 'include_masked=true',
  },
  { endpoint: 'GET /container-scans/{id}/source-records/download', need: 'Viewer', target: 'scan' },
  {
    endpoint: 'GET /container-scans/{id}/source-records/download',
    need: 'Editor',
    target: 'scan',
    query: 'include_masked=true',
  },

  // Container scans and check results.
  { endpoint: 'GET /container-scans', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /container-scans/{id}', need: 'Reporter', target: 'scan' },
  { endpoint: 'GET /container-scans/{id}/anomalies', need: 'Member', target: 'scan', shows: ofDatastore },
  { endpoint: 'GET /container-scans/{id}/checks', need: 'Viewer', target: 'scan' },
  { endpoint: 'GET /operations/{id}/scan-checks', need: 'Reporter', target: 'ended' },

  // Runs and schedules: read from Reporter on, controlled by Editors.
  { endpoint: 'GET /operations', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /operations/{id}', need: 'Reporter', target: 'ended' },
  { endpoint: 'GET /operations/{id}/containers', need: 'Reporter', target: 'ended' },
  { endpoint: 'GET /operations/{id}/logs', need: 'Reporter', target: 'ended' },
  { endpoint: 'GET /operations/{id}/events', need: 'Reporter', target: 'ended' },
  ...(['sync', 'scan'] as const).map((type) => ({
    endpoint: 'POST /operations/run',
    need: 'Editor' as const,
    body: (world: World) => ({ type, datastore_id: world.own.datastore }),
  })),
  { endpoint: 'PUT /operations/abort/{id}', need: 'Editor', target: 'operation', fresh: true },
  { endpoint: 'PUT /operations/run/{id}', need: 'Editor', target: 'ended', fresh: true },
  { endpoint: 'PUT /operations/rerun/{id}', need: 'Editor', target: 'ended', fresh: true },
  { endpoint: 'DELETE /operations/{id}', need: 'Editor', target: 'operation', fresh: true },
  { endpoint: 'GET /operations/schedule', need: 'Member', shows: ofDatastore },
  { endpoint: 'GET /operations/schedule/{id}', need: 'Reporter', target: 'schedule' },
  ...(['sync', 'scan'] as const).map((type) => ({
    endpoint: 'POST /operations/schedule',
    need: 'Editor' as const,
    body: (world: World) => ({ type, datastore_id: world.own.datastore, crontab: '0 2 * * *' }),
  })),
  {
    endpoint: 'PUT /operations/schedule/{id}',
    need: 'Editor',
    target: 'schedule',
    body: () => ({ name: 'x' }),
  },
  // Onto another datastore takes Editor on both, which no caller here has.
  {
    endpoint: 'PUT /operations/schedule/{id}',
    need: 'Admin',
    target: 'schedule',
    fresh: true,
    body: (world) => ({ datastore_id: world.other.datastore }),
    hiddenFrom: ({ permission }) => permission === 'Editor',
  },
  { endpoint: 'DELETE /operations/schedule/{id}', need: 'Editor', target: 'schedule', fresh: true },

  // Notifications.
  { endpoint: 'GET /flows/actions/notification/specifications', need: 'Member' },
  { endpoint: 'GET /flows/actions/notification/tokens', need: 'Member' },
  {
    endpoint: 'POST /flows/actions/notifications/test',
    need: 'Manager',
    body: () => ({ type: 'PagerDuty', tokenized_message: 'x', parameters: { severity: 'info' } }),
  },

  { endpoint: 'GET /notifications', need: 'Member' },
  { endpoint: 'PUT /notifications/{id}', need: 'Member', target: 'message', body: () => ({ read: true }) },

  // People: seen by Managers, changed by Admins.
  { endpoint: 'GET /users', need: 'Manager' },
  { endpoint: 'GET /users/me', need: 'Member' },
  { endpoint: 'GET /users/{id}', need: 'Manager', target: 'user' },
  { endpoint: 'POST /users', need: 'Admin', body: (world) => ({ user_name: `made ${world.unique()}` }) },
  { endpoint: 'PUT /users/{id}', need: 'Admin', target: 'user', body: () => ({ role: 'Manager' }) },
  { endpoint: 'DELETE /users/{id}', need: 'Admin', target: 'user', fresh: true },
  { endpoint: 'GET /teams', need: 'Manager' },
  { endpoint: 'GET /teams/listing', need: 'Member' },
  { endpoint: 'GET /teams/{id}', need: 'Manager', target: 'team' },
  {
    endpoint: 'POST /teams',
    need: 'Admin',
    body: (world) => ({ name: `made ${world.unique()}`, permission: 'Editor' }),
  },
  { endpoint: 'PUT /teams/{id}', need: 'Admin', target: 'team', body: () => ({ permission: 'Editor' }) },
  { endpoint: 'DELETE /teams/{id}', need: 'Admin', target: 'team', fresh: true },

  // Tokens: everybody their own, Admins everybody's.
  { endpoint: 'GET /user-tokens', need: 'Member' },
  { endpoint: 'GET /user-tokens/service', need: 'Admin' },
  { endpoint: 'POST /user-tokens', need: 'Member', body: (world) => ({ name: `made ${world.unique()}` }) },
  {
    endpoint: 'POST /user-tokens',
    need: 'Admin',
    target: 'user',
    body: (world, user_id) => ({ name: `made ${world.unique()}`, user_id }),
  },
  {
    endpoint: 'PUT /user-tokens/{id}',
    need: 'Member',
    target: 'token',
    fresh: true,
    body: () => ({ active: false }),
  },
  { endpoint: 'PUT /user-tokens/{id}', need: 'Admin', target: 'token', body: () => ({ active: false }) },
  { endpoint: 'PUT /user-tokens/{id}', need: 'Admin', target: 'token', body: () => ({ active: true }) },
  { endpoint: 'DELETE /user-tokens/{id}', need: 'Member', target: 'token', fresh: true },
  { endpoint: 'DELETE /user-tokens/{id}', need: 'Admin', target: 'foreignToken', fresh: true },

  // What has been done.
  { endpoint: 'GET /activity', need: 'Admin' },
  { endpoint: 'GET /audit-logs/masking', need: 'Admin' },
  { endpoint: 'GET /audit-logs/verification', need: 'Admin' },
]
