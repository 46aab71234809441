import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { mustBeAsked, routes } from '../../harness/routes.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

const check = { container_id: 999, description: 'x', rule: 'notNull', fields: ['name'] }

const computed = { name: 'x', transformation: 'customExpression', properties: { column_expression: '1' } }

/** Method, path and body where something named does not exist; `D`, `C` and `N` are a datastore, a container and an anomaly that do. */
const written = [
  ['PUT', '/connections/999', {}],
  ['DELETE', '/connections/999'],
  ['POST', '/connections/999/test'],
  ['POST', '/connections/999/datastores/validate', { root_paths: ['/tmp'] }],
  ['POST', '/connections/999/datastores/bulk', { root_paths: ['/tmp'] }],
  ['POST', '/datastores', { name: 'x', connection_id: 999, root_path: '/tmp' }],
  ['POST', '/datastores/connection', { name: 'x', connection_id: 999, root_path: '/tmp' }],
  ['PUT', '/datastores/999', {}],
  ['PUT', '/datastores/D', { connection_id: 999 }],
  ['DELETE', '/datastores/999'],
  ['POST', '/datastores/999/connection'],
  ['PATCH', '/datastores/999/favorite', { favorite: true }],
  ['PATCH', '/datastores/999/enrichment/D'],
  ['PATCH', '/datastores/D/enrichment/999'],
  ['DELETE', '/datastores/999/enrichment'],
  ['GET', '/datastores/999/source-records?path=x'],
  ['POST', '/export/anomalies?datastore=999'],
  ['POST', '/export/checks?datastore=999'],
  ['POST', '/export/field-profiles?datastore=999'],
  ['POST', '/export/check-templates?enrich_datastore_id=999'],
  ['POST', '/operations/run', { type: 'materialize', datastore_id: 999 }],
  ['PUT', '/containers/999', {}],
  ['PATCH', '/containers', [{ id: 'C', tags: ['new'] }, { id: 999 }]],
  ['DELETE', '/containers/999'],
  ['POST', '/computed-fields', { ...computed, container_id: 999 }],
  ['PUT', '/computed-fields/999', {}],
  ['DELETE', '/computed-fields/999'],
  [
    'POST',
    '/containers',
    { container_type: 'computed_file', name: 'x', source_container_id: 999, select_clause: 'id' },
  ],
  [
    'POST',
    '/containers/validate',
    { container: { container_type: 'computed_table', name: 'x', datastore_id: 999, query: 'select 1 as a' } },
  ],
  ['PUT', '/datastores/999/score-settings', {}],
  ['PUT', '/containers/999/score-settings', {}],
  ['GET', '/field-profiles/compare?left=999&right=999'],
  ['GET', '/global-tags/none'],
  ['PUT', '/global-tags/none', { category: 'x' }],
  ['DELETE', '/global-tags/none'],
  ['POST', '/quality-checks', check],
  ['POST', '/quality-checks', { ...check, container_id: 'C', owner_id: 999 }],
  ['POST', '/quality-checks', { ...check, container_id: 'C', default_anomaly_assignee_id: 999 }],
  ['POST', '/quality-checks/999/dry-run', {}],
  ['POST', '/quality-checks/validate', { quality_check: check }],
  ['PUT', '/flows/999', {}],
  ['DELETE', '/flows/999'],
  ['PATCH', '/flows/999/deactivated', { deactivated: true }],
  ['POST', '/flows/999/clone'],
  ['POST', '/flows/999/execute'],
  ['POST', '/flows', { name: 'x', trigger_type: 'anomaly', filter_datastores: [999] }],
  ['PATCH', '/flows/actions/notification/999/muted', { muted: true }],
  ['POST', '/flows/executions/999/abort'],
  ['POST', '/flows/executions/999/resend'],
  ['PUT', '/quality-check-templates/999', {}],
  ['DELETE', '/quality-check-templates/999'],
  ['POST', '/quality-check-templates/999/quality-checks', [{ container_id: 'C', fields: ['age'] }]],
  ['PUT', '/quality-checks/999', {}],
  ['PATCH', '/quality-checks', [{ id: 999 }]],
  ['DELETE', '/quality-checks/999'],
  ['DELETE', '/quality-checks', [{ id: 999 }]],
  ['POST', '/operations/schedule', { type: 'sync', datastore_id: 999, crontab: '0 2 * * *' }],
  ['PUT', '/operations/schedule/999', { crontab: '0 2 * * *' }],
  ['DELETE', '/operations/schedule/999'],
  ['GET', '/anomalies/00000000-0000-4000-8000-000000000000'],
  ['PUT', '/anomalies/999', {}],
  ['PUT', '/anomalies/N', { assignee_ids: [999] }],
  ['PATCH', '/anomalies', [{ id: 'N', status: 'Acknowledged' }, { id: 999 }]],
  ['PATCH', '/anomalies', [{ id: 'N', assignee_ids: [999] }]],
  ['DELETE', '/anomalies/999'],
  ['DELETE', '/anomalies', [{ id: 'N' }, { id: 999 }]],
  ['POST', '/anomalies/999/comments', { message: 'x' }],
  ['DELETE', '/anomalies/N/comments/999'],
  ['PUT', '/config-applies/999', { done: 0, refused: 0, unchanged: 0 }],
  ['PUT', '/users/999', {}],
  ['DELETE', '/users/999'],
  ['PUT', '/teams/999', {}],
  ['DELETE', '/teams/999'],
  ['POST', '/teams', { name: 'x', permission: 'Viewer', user_ids: [999] }],
  ['POST', '/teams', { name: 'x', permission: 'Viewer', datastore_ids: [999] }],
  ['POST', '/user-tokens', { name: 'x', user_id: 999 }],
  ['PUT', '/user-tokens/999', { active: false }],
  ['DELETE', '/user-tokens/999'],
  ['POST', '/operations/run', { type: 'sync', datastore_id: 999 }],
  ['POST', '/operations/run', { type: 'scan', datastore_id: 999 }],
  ['POST', '/containers/999/scan', { records: '[{}]' }],
  ['PUT', '/operations/abort/999'],
  ['PUT', '/operations/run/999'],
  ['PUT', '/operations/run/999?force_abort=true'],
  ['PUT', '/operations/rerun/999'],
  ['DELETE', '/operations/999'],
  ['PUT', '/notifications/999', { read: true }],
  ['PUT', '/fields/999', { status: 'masked' }],
  ['DELETE', '/fields/999'],
  ['DELETE', '/fields', [{ id: 999 }]],
  ['POST', '/fields/999/restore'],
  ['PATCH', '/fields/restore', [{ id: 999 }]],
  ['POST', '/fields/merge?source_field_id=999&target_field_id=998'],
] as const

/** GET endpoints with an id and nothing else to say are asked for one that does not exist without being written down. */
const derived = routes
  .filter((route) => route.method === 'GET' && /^[^{]*\{id\}[^{]*$/.test(route.path) && !mustBeAsked(route))
  .map(({ path }) => ['GET', path.replace('{id}', '999')] as const)

const absent = [...derived, ...written]

describeContract('404 for what does not exist', (app) => {
  const known: Record<string, number> = {}
  let member = ''
  before(async () => {
    const people = await makePeople(app)
    Object.assign(known, { D: people.datastore, C: people.container })
    known['N'] = await makeAnomaly(app, people.container, [])
    member = await app.user('Member')
  })

  test('every endpoint with an id or a name in its path is asked for one that does not exist', () => {
    const asked = new Set(
      absent.map(
        ([method, path]) =>
          `${method} ${path.replace(/\?.*/, '').replaceAll(/\b(999|[CDN]|none|0{8}-[-0-9]+)\b/g, '{}')}`,
      ),
    )
    const named = routes
      .filter(({ path }) => path.includes('{'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    assert.deepEqual(
      named.filter((endpoint) => !asked.has(endpoint)),
      [],
    )
  })

  for (const [method, path, body = undefined] of absent) {
    test(`${method} ${path} ${body ? JSON.stringify(body) : ''}, also for a caller who may not`, async () => {
      const url = `/api${path.replaceAll(/\b[CDN]\b/g, (letter) => String(known[letter]))}`
      const text =
        body && JSON.stringify(body).replaceAll(/"([CDN])"/g, (_, letter: string) => String(known[letter]))
      const sent: unknown = text && JSON.parse(text)
      await assertRefused(app, () => app.ask(method, url, sent), 404, 'not_found')
      if (path.includes('999'))
        await assertRefused(app, () => app.ask(method, url, sent, member), 404, 'not_found')
    })
  }
})
