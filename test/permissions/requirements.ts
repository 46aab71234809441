import { routes } from '../harness/routes.ts'
import { derivedRequirements } from './derived-requirements.ts'
import { connections } from './connection-requirements.ts'
import { exports } from './export-requirements.ts'
import { newCheck, previews, templates, trials } from './check-requirements.ts'
import { assignees, facets, sessions } from './session-requirements.ts'
import { scores } from './score-requirements.ts'
import { flows } from './flow-requirements.ts'
import { applies, tags } from './tag-requirements.ts'
import type { Caller, Kind, World } from './world.ts'

/** A request by which the need of its endpoint is proved. */
export interface Requirement {
  /** As the API document has it, without `/api`. */
  endpoint: string
  /** Which of the endpoint's cases it is an example of; only where there are several. */
  when?: string
  /** What `{id}` stands for. */
  target?: Kind
  /** The request consumes its target, so each permitted caller gets a new one. */
  fresh?: boolean
  /** `{id}` in it stands for the target as well. */
  query?: string
  /** `id` is the target's. */
  body?(world: World, id: number | string, caller: Caller): unknown
  /** Members for whom it is absent though they see the target's datastore (default: none). */
  hiddenFrom?(caller: Caller): boolean
  /** Of a list: the datastores that an answer shows something of. Everything else is visible to all who may ask. */
  shows?(body: Body, world: World): Promise<number[]> | number[]
  /** Whether the list shows the datastores of the caller's teams (default), or to Managers all of them, by name. */
  reach?: 'visible' | 'listed'
  /** The status for those who may ask, where the target is of a kind that has no such thing (default: any success). */
  granted?: 409
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
const computedFile = (world: World) => ({
  container_type: 'computed_file',
  name: `made ${world.unique()}`,
  source_container_id: world.own.container,
  select_clause: 'id',
})

const written: readonly Requirement[] = [
  { endpoint: 'GET /flows/actions/notification/tokens' },
  { endpoint: 'GET /container-scans/{id}', target: 'scan' },
  ...previews,

  ...connections,

  // Datastores: made by Managers, edited by Editors, deleted by Admins.
  // While the folder of the datastore is the one that has its files.
  { endpoint: 'POST /containers', body: computedFile },
  { endpoint: 'POST /containers/validate', body: (world) => ({ container: computedFile(world) }) },
  {
    endpoint: 'POST /computed-fields',
    body: (world) => ({
      container_id: world.own.container,
      name: `made ${world.unique()}`,
      transformation: 'customExpression',
      properties: { column_expression: 'id + 1' },
    }),
  },
  {
    endpoint: 'PUT /computed-fields/{id}',
    target: 'computedField',
    body: () => ({ additional_metadata: { owner: 'data' } }),
  },
  { endpoint: 'DELETE /computed-fields/{id}', target: 'computedField', fresh: true },
  { endpoint: 'GET /datastores', shows: itself, reach: 'listed' },
  { endpoint: 'POST /datastores', body: source },
  { endpoint: 'POST /datastores/connection', body: source },
  {
    endpoint: 'PUT /datastores/{id}',
    when: 'what is changed leads nowhere else',
    target: 'datastore',
    body: (world) => ({ description: `x ${world.unique()}` }),
  },
  // Another folder or connection is as good as another datastore, which Members do not make.
  {
    endpoint: 'PUT /datastores/{id}',
    when: 'the connection, the database, the schema, the folder or the compute is changed',
    target: 'datastore',
    body: (world) => ({ root_path: world.folder() }),
  },
  {
    endpoint: 'PUT /datastores/{id}',
    when: 'the connection, the database, the schema, the folder or the compute is changed',
    target: 'datastore',
    body: async (world) => ({ connection_id: await world.shared('spare') }),
  },
  { endpoint: 'DELETE /datastores/{id}', target: 'datastore', fresh: true },
  { endpoint: 'POST /datastores/{id}/connection', target: 'datastore' },
  {
    endpoint: 'PATCH /datastores/{id}/favorite',
    target: 'datastore',
    body: () => ({ favorite: true }),
  },
  { endpoint: 'DELETE /datastores/{id}/enrichment', target: 'datastore' },
  { endpoint: 'PATCH /datastores/{id}/enrichment/{enrichment_id}', target: 'datastore' },
  ...exports,

  // Containers and fields: seen from Reporter on, tagged from Viewer on, the rest is the Editor's.
  { endpoint: 'GET /datastores/listing', shows: ids, reach: 'listed' },
  { endpoint: 'GET /containers/listing', shows: byContainer },
  {
    endpoint: 'PUT /containers/{id}',
    target: 'container',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PATCH /containers',
    target: 'container',
    body: (_world, id) => [{ id, tags: ['x'] }],
  },
  { endpoint: 'DELETE /containers/{id}', target: 'container', fresh: true },
  {
    endpoint: 'PATCH /fields',
    when: 'only tags are changed',
    target: 'field',
    body: (_world, id) => [{ id, tags: ['x'] }],
  },
  {
    endpoint: 'PATCH /fields',
    when: 'anything else is changed',
    target: 'field',
    body: (_world, id) => [{ id, status: 'active', description: 'x' }],
  },
  { endpoint: 'PUT /fields/{id}', target: 'field', body: () => ({ status: 'masked' }) },
  { endpoint: 'PUT /fields/{id}', target: 'field', body: () => ({ status: 'active' }) },
  { endpoint: 'DELETE /fields/{id}', target: 'furtherField', fresh: true },
  { endpoint: 'DELETE /fields', target: 'furtherField', fresh: true, body: (_world, id) => [{ id }] },
  { endpoint: 'POST /fields/{id}/restore', target: 'excludedField', fresh: true },
  {
    endpoint: 'PATCH /fields/restore',
    target: 'excludedField',
    fresh: true,
    body: (_world, id) => [{ id }],
  },
  { endpoint: 'POST /fields/merge', target: 'renamedField', fresh: true, query: 'source_field_id={id}' },

  // Profiles: seen from Reporter on, values of masked fields by Editors.
  { endpoint: 'GET /field-profiles/{id}', when: 'masked values stay masked', target: 'fieldProfile' },
  {
    endpoint: 'GET /field-profiles/{id}',
    when: '`include_masked` is true',
    target: 'fieldProfile',
    query: 'include_masked=true',
  },
  {
    endpoint: 'GET /field-profiles/compare',
    target: 'fieldProfile',
    query: 'left={id}&right={id}',
  },

  // Observability: containers and datastores that the caller sees.
  { endpoint: 'GET /search', query: 'q=a' },
  { endpoint: 'POST /operations/schedule/preview', body: () => ({ crontab: '0 2 * * *' }) },
  { endpoint: 'PUT /notifications', body: () => ({ read: true }) },
  { endpoint: 'POST /quality-checks/bulk', body: () => ({ ids: [], change: {} }) },
  { endpoint: 'POST /anomalies/bulk', body: () => ({ ids: [], change: {} }) },
  {
    endpoint: 'GET /overview/trends',
    shows: ({ datastores }: Body) => datastores.map((trend: Item) => trend.datastore?.id ?? 0),
  },

  ...scores,
  ...flows,

  ...tags,
  ...applies,

  // Quality checks: seen from Reporter on, drafted by Drafters, decided by Authors.
  { endpoint: 'GET /quality-checks', shows: ofDatastore },
  { endpoint: 'GET /quality-checks/listing', shows: byContainer },
  ...trials,
  ...templates,
  { endpoint: 'POST /quality-checks', when: 'the check is not a draft', body: newCheck('Active') },
  { endpoint: 'POST /quality-checks', when: 'the check is a draft', body: newCheck('Draft') },
  {
    endpoint: 'PUT /quality-checks/{id}',
    when: 'the check is active, or becomes so',
    target: 'check',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    when: 'the check is active, or becomes so',
    target: 'check',
    fresh: true,
    body: () => ({ status: 'Draft' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    when: 'the check is a draft and stays one',
    target: 'draft',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: 'PUT /quality-checks/{id}',
    when: 'the check is active, or becomes so',
    target: 'draft',
    fresh: true,
    body: () => ({ status: 'Active' }),
  },
  {
    endpoint: 'PATCH /quality-checks',
    target: 'check',
    body: (_world, id) => [{ id, description: 'x' }],
  },
  { endpoint: 'DELETE /quality-checks/{id}', target: 'check', fresh: true },
  {
    endpoint: 'DELETE /quality-checks/{id}',
    target: 'draft',
    fresh: true,
    query: 'archive=false',
  },
  {
    endpoint: 'DELETE /quality-checks',
    target: 'check',
    fresh: true,
    body: (_world, id) => [{ id }],
  },

  // Anomalies: seen from Reporter on, talked about from Viewer on, changed by Authors, described by Editors.
  {
    endpoint: 'PUT /anomalies/{id}',
    when: 'the status, the assignees or the tags are changed',
    target: 'anomaly',
    body: () => ({ status: 'Acknowledged' }),
  },
  {
    endpoint: 'PUT /anomalies/{id}',
    when: 'the description is changed',
    target: 'anomaly',
    body: (world) => ({ description: `x ${world.unique()}` }),
  },
  {
    endpoint: 'PATCH /anomalies',
    when: 'the status, the assignees or the tags are changed',
    target: 'anomaly',
    body: (_world, id) => [{ id, status: 'Active' }],
  },
  {
    endpoint: 'PATCH /anomalies',
    when: 'the description is changed',
    target: 'anomaly',
    body: (world, id) => [{ id, description: `x ${world.unique()}` }],
  },
  { endpoint: 'DELETE /anomalies/{id}', target: 'anomaly', fresh: true },
  {
    endpoint: 'DELETE /anomalies/{id}',
    target: 'anomaly',
    fresh: true,
    query: 'archive=false',
  },
  {
    endpoint: 'DELETE /anomalies',
    target: 'anomaly',
    fresh: true,
    body: (_world, id) => [{ id }],
  },
  { endpoint: 'GET /anomalies/{id}/comments', target: 'talked' },
  {
    endpoint: 'POST /anomalies/{id}/comments',
    target: 'talked',
    body: () => ({ message: 'x' }),
  },
  {
    endpoint: 'DELETE /anomalies/{id}/comments/{comment_id}',
    when: "the comment is the caller's own",
    target: 'talked',
    fresh: true,
  },
  // Comments of other users cannot be changed by anybody.
  {
    endpoint: 'DELETE /anomalies/{id}/comments/{comment_id}',
    when: "the comment is somebody else's",
    target: 'talked',
  },

  // Source records: rows from Viewer on, values of masked fields for Editors.
  { endpoint: 'GET /anomalies/{id}/source-record', when: 'masked values stay masked', target: 'anomaly' },
  {
    endpoint: 'GET /anomalies/{id}/source-record',
    when: '`include_masked` is true',
    target: 'anomaly',
    query: 'include_masked=true',
  },
  { endpoint: 'GET /anomalies/{id}/source-record/csv', when: 'masked values stay masked', target: 'anomaly' },
  {
    endpoint: 'GET /anomalies/{id}/source-record/csv',
    when: '`include_masked` is true',
    target: 'anomaly',
    query: 'include_masked=true',
  },
  { endpoint: 'GET /container-scans/{id}/source-records', when: 'masked values stay masked', target: 'scan' },
  {
    endpoint: 'GET /container-scans/{id}/source-records',
    when: '`include_masked` is true',
    target: 'scan',
    query: 'include_masked=true',
  },
  {
    endpoint: 'GET /container-scans/{id}/source-records/download',
    when: 'masked values stay masked',
    target: 'scan',
  },
  {
    endpoint: 'GET /container-scans/{id}/source-records/download',
    when: '`include_masked` is true',
    target: 'scan',
    query: 'include_masked=true',
  },

  // Container scans and check results.
  { endpoint: 'GET /operations/{id}/scan-checks', target: 'ended' },
  { endpoint: 'GET /container-scans/{id}/anomalies', target: 'scan', shows: ofDatastore },
  // Runs and schedules: read from Reporter on, controlled by Editors.
  ...(['', '/containers', '/logs', '/events'] as const).map((list) => ({
    endpoint: `GET /operations/{id}${list}`,
    target: 'ended' as const,
  })),
  { endpoint: 'GET /operations/{id}/quality-checks', target: 'promotion' },
  { endpoint: 'GET /operations/{id}/fields', target: 'fieldPromotion' },
  ...(['sync', 'scan'] as const).map((type) => ({
    endpoint: 'POST /operations/run',
    body: (world: World) => ({ type, datastore_id: world.own.datastore }),
  })),
  { endpoint: 'PUT /operations/abort/{id}', target: 'operation', fresh: true },
  { endpoint: 'PUT /operations/run/{id}', target: 'ended', fresh: true },
  { endpoint: 'PUT /operations/rerun/{id}', target: 'ended', fresh: true },
  { endpoint: 'DELETE /operations/{id}', target: 'operation', fresh: true },
  ...(['sync', 'scan'] as const).map((type) => ({
    endpoint: 'POST /operations/schedule',
    body: (world: World) => ({ type, datastore_id: world.own.datastore, crontab: '0 2 * * *' }),
  })),
  {
    endpoint: 'PUT /operations/schedule/{id}',
    when: 'the schedule stays with its datastore',
    target: 'schedule',
    body: () => ({ name: 'x' }),
  },
  // Onto another datastore takes Editor on both, which no caller here has.
  {
    endpoint: 'PUT /operations/schedule/{id}',
    when: 'it moves to a datastore on which the caller has no permission',
    target: 'schedule',
    fresh: true,
    body: (world) => ({ datastore_id: world.other.datastore }),
    hiddenFrom: ({ permission }) => permission === 'Editor',
  },
  { endpoint: 'DELETE /operations/schedule/{id}', target: 'schedule', fresh: true },

  // Notifications.
  {
    endpoint: 'POST /flows/actions/notifications/test',
    body: () => ({ type: 'PagerDuty', tokenized_message: 'x', parameters: { severity: 'info' } }),
  },

  { endpoint: 'PUT /notifications/{id}', target: 'message', body: () => ({ read: true }) },

  // People: seen by Managers, changed by Admins.
  { endpoint: 'POST /users', body: (world) => ({ user_name: `made ${world.unique()}` }) },
  { endpoint: 'PUT /users/{id}', target: 'user', body: () => ({ role: 'Manager' }) },
  { endpoint: 'DELETE /users/{id}', target: 'user', fresh: true },
  {
    endpoint: 'POST /teams',
    body: (world) => ({ name: `made ${world.unique()}`, permission: 'Editor' }),
  },
  { endpoint: 'PUT /teams/{id}', target: 'team', body: () => ({ permission: 'Editor' }) },
  { endpoint: 'DELETE /teams/{id}', target: 'team', fresh: true },

  ...sessions,
  ...assignees,
  ...facets,

  // What has been done.
]

/**
 * A request for every endpoint, and for each case of those whose need depends on what is asked. Who may make it stands beside the
 * route, transcribed from the contract's Authentication table and the tables of roles and team permissions, and where two of
 * those differ from the stricter one. GET endpoints that need no more than their path are derived from the routes.
 */
export const requirements: readonly Requirement[] = [
  ...written,
  ...derivedRequirements(routes, written, ofDatastore),
]
