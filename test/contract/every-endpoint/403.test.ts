import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { teamPermissions, type TeamPermission } from '../../../src/model/principal.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import {
  makeAnomaly,
  makeCheck,
  makeConnection,
  makeDatastore,
  makePeople,
  makeProfile,
} from '../../harness/factories.ts'

/** Role or team permission that each request needs, at least. Letters in paths and bodies are ids, see `before`. */
const needs = [
  ['Manager', 'POST', '/connections', { type: 'local' }],
  ['Manager', 'PUT', '/connections/L', { name: 'renamed' }],
  ['Manager', 'DELETE', '/connections/L'],
  ['Manager', 'POST', '/connections/L/test'],
  ['Manager', 'POST', '/datastores', { name: 'x', connection_id: 'L', root_path: '/tmp' }],
  ['Manager', 'POST', '/datastores/connection', { name: 'x', connection_id: 'L', root_path: '/tmp' }],
  ['Reporter', 'GET', '/datastores/D'],
  ['Editor', 'PUT', '/datastores/D', { description: 'x' }],
  ['Admin', 'DELETE', '/datastores/D'],
  ['Reporter', 'POST', '/datastores/D/connection'],
  ['Reporter', 'PATCH', '/datastores/D/favorite', { favorite: true }],
  ['Editor', 'PATCH', '/datastores/D/enrichment/E'],
  ['Admin', 'DELETE', '/datastores/D/enrichment'],
  ['Viewer', 'GET', '/datastores/E/source-records?path=x'],
  ['Editor', 'POST', '/export/anomalies?datastore=D'],
  ['Editor', 'POST', '/export/check-templates?enrich_datastore_id=E'],
  ['Reporter', 'GET', '/containers/C'],
  ['Editor', 'PUT', '/containers/C', { description: 'x' }],
  ['Viewer', 'PATCH', '/containers', [{ id: 'C', tags: ['x'] }]],
  ['Editor', 'DELETE', '/containers/C'],
  [
    'Editor',
    'POST',
    '/computed-fields',
    {
      container_id: 'C',
      name: 'x',
      transformation: 'customExpression',
      properties: { column_expression: '1' },
    },
  ],
  [
    'Editor',
    'POST',
    '/containers',
    { container_type: 'computed_file', name: 'x', source_container_id: 'C', select_clause: 'id' },
  ],
  ['Reporter', 'GET', '/fields/F'],
  ['Editor', 'PUT', '/fields/F', { status: 'masked' }],
  ['Editor', 'PATCH', '/fields', [{ id: 'F', status: 'active' }]],
  ['Viewer', 'PATCH', '/fields', [{ id: 'F', tags: ['x'] }]],
  ['Editor', 'DELETE', '/fields/F'],
  ['Editor', 'DELETE', '/fields', [{ id: 'F' }]],
  ['Editor', 'POST', '/fields/F/restore'],
  ['Editor', 'PATCH', '/fields/restore', [{ id: 'F' }]],
  ['Editor', 'POST', '/fields/merge?source_field_id=F&target_field_id=F'],
  ['Reporter', 'GET', '/fields/F/field-profiles'],
  ['Reporter', 'GET', '/containers/C/field-profiles'],
  ['Reporter', 'GET', '/containers/C/profiles'],
  ['Reporter', 'GET', '/containers/C/measurements'],
  ['Reporter', 'GET', '/datastores/D/quality-scores'],
  ['Reporter', 'GET', '/containers/C/quality-scores'],
  ['Reporter', 'GET', '/fields/F/quality-scores'],
  ['Reporter', 'GET', '/datastores/D/score-settings'],
  ['Editor', 'PUT', '/datastores/D/score-settings', { accuracy_weight: 2 }],
  ['Reporter', 'GET', '/containers/C/score-settings'],
  ['Editor', 'PUT', '/containers/C/score-settings', { accuracy_weight: 2 }],
  ['Reporter', 'GET', '/field-profiles/P'],
  ['Editor', 'GET', '/field-profiles/P?include_masked=true'],
  ['Reporter', 'GET', '/field-profiles/compare?left=P&right=P'],
  ['Manager', 'POST', '/global-tags', { name: 'x' }],
  ['Manager', 'PUT', '/global-tags/kept', { category: 'x' }],
  ['Manager', 'DELETE', '/global-tags/kept'],
  [
    'Author',
    'POST',
    '/quality-checks',
    { container_id: 'C', description: 'x', rule: 'unique', fields: ['id'] },
  ],
  [
    'Drafter',
    'POST',
    '/quality-checks',
    { container_id: 'C', description: 'x', rule: 'unique', fields: ['id'], status: 'Draft' },
  ],
  ['Reporter', 'GET', '/quality-checks/A'],
  ['Reporter', 'GET', '/quality-checks/A/version'],
  ['Reporter', 'GET', '/quality-checks/A/insights'],
  ['Author', 'PUT', '/quality-checks/A', { description: 'x' }],
  ['Author', 'PUT', '/quality-checks/A', { status: 'Draft' }],
  ['Drafter', 'PUT', '/quality-checks/B', { description: 'x' }],
  ['Author', 'PUT', '/quality-checks/B', { status: 'Active' }],
  ['Author', 'PATCH', '/quality-checks', [{ id: 'A', description: 'x' }]],
  ['Author', 'DELETE', '/quality-checks/A'],
  ['Author', 'DELETE', '/quality-checks', [{ id: 'B' }]],
  ['Editor', 'POST', '/operations/schedule', { type: 'sync', datastore_id: 'D', crontab: '0 2 * * *' }],
  ['Reporter', 'GET', '/operations/schedule/S'],
  ['Editor', 'PUT', '/operations/schedule/S', { name: 'x' }],
  ['Editor', 'DELETE', '/operations/schedule/S'],
  ['Reporter', 'GET', '/anomalies/N'],
  ['Reporter', 'GET', '/anomalies/N/history'],
  ['Author', 'PUT', '/anomalies/N', { status: 'Acknowledged' }],
  ['Editor', 'PUT', '/anomalies/N', { status: 'Acknowledged', description: 'x' }],
  ['Author', 'PATCH', '/anomalies', [{ id: 'N', tags: ['kept'] }]],
  ['Editor', 'PATCH', '/anomalies', [{ id: 'N', description: 'x' }]],
  ['Author', 'DELETE', '/anomalies/N'],
  ['Author', 'DELETE', '/anomalies', [{ id: 'N', archive: false }]],
  ['Viewer', 'GET', '/anomalies/N/comments'],
  ['Viewer', 'POST', '/anomalies/N/comments', { message: 'x' }],
  ['Viewer', 'DELETE', '/anomalies/N/comments/M'],
  ['Viewer', 'GET', '/anomalies/N/source-record'],
  ['Editor', 'GET', '/anomalies/N/source-record?include_masked=true'],
  ['Viewer', 'GET', '/anomalies/N/source-record/csv'],
  ['Editor', 'GET', '/anomalies/N/source-record/csv?include_masked=true'],
  ['Editor', 'POST', '/operations/schedule', { type: 'sync', datastore_id: 'D', crontab: '0 2 * * *' }],
  ['Reporter', 'GET', '/operations/schedule/S'],
  ['Editor', 'PUT', '/operations/schedule/S', { name: 'x' }],
  ['Editor', 'DELETE', '/operations/schedule/S'],
  ['Manager', 'GET', '/users'],
  ['Manager', 'GET', '/users/U'],
  ['Manager', 'GET', '/users/U/permissions'],
  ['Admin', 'GET', '/configuration'],
  ['Admin', 'POST', '/users', { user_name: 'x' }],
  ['Admin', 'PUT', '/users/U', { name: 'x' }],
  ['Admin', 'DELETE', '/users/U'],
  ['Manager', 'GET', '/teams'],
  ['Manager', 'GET', '/teams/T'],
  ['Admin', 'POST', '/teams', { name: 'x', permission: 'Viewer' }],
  ['Admin', 'PUT', '/teams/T', { description: 'x' }],
  ['Admin', 'DELETE', '/teams/T'],
  ['Admin', 'GET', '/activity'],
  ['Admin', 'GET', '/audit-logs/masking'],
  ['Admin', 'GET', '/audit-logs/verification'],
  ['Admin', 'GET', '/user-tokens/service'],
  ['Admin', 'POST', '/user-tokens', { name: 'x', user_id: 'U' }],
  ['Admin', 'DELETE', '/user-tokens/K'],
] as const

describeContract('403 without the role or permission', (app) => {
  const known: Record<string, number> = {}
  const below: Record<string, string> = {}
  const enough: Record<string, string> = {}

  before(async () => {
    const { datastore: D, container: C } = await makePeople(app)
    const fields = await app.ask('GET', `/api/fields?container=${C}`)
    Object.assign(known, {
      D,
      C,
      F: fields.body.items[0].id,
      L: await makeConnection(app),
      E: await makeDatastore(app, {}, { enrichment_only: true }),
      A: await makeCheck(app, C, { tags: ['kept'] }),
      B: await makeCheck(app, C, { fields: ['id'], status: 'Draft' }),
    })
    const profiles = await makeProfile(app, C, { age: { min: 36 } })
    known['P'] = profiles.get('age') ?? 0
    const anomaly = await makeAnomaly(app, C, [])
    const comment = await app.ask('POST', `/api/anomalies/${anomaly}/comments`, { message: 'mine' })
    Object.assign(known, { N: anomaly, M: comment.body.id })
    const schedule = await app.ask('POST', '/api/operations/schedule', {
      type: 'sync',
      datastore_id: D,
      crontab: '0 2 * * *',
    })
    known['S'] = schedule.body.id
    const user = await app.ask('POST', '/api/users', { user_name: 'somebody' })
    const team = await app.ask('POST', '/api/teams', { name: 'Some', permission: 'Viewer' })
    const token = await app.ask('POST', '/api/user-tokens', { name: 'one', user_id: user.body.id })
    Object.assign(known, { U: user.body.id, T: team.body.id, K: token.body.id })
    const withPermission = (permission: TeamPermission) =>
      app.user('Member', { [permission]: [D, known['E'] ?? 0] })
    const tokens = await Promise.all(teamPermissions.map(withPermission))
    // To a Member it would not be there at all.
    const stranger = await app.user('Manager', { Editor: [known['E'] ?? 0] })
    for (const [rank, permission] of teamPermissions.entries()) {
      below[permission] = tokens[rank - 1] ?? stranger
      enough[permission] = tokens[rank] ?? ''
    }
    below['Manager'] = tokens.at(-1) ?? ''
    // A Manager who may edit the datastore, still no Admin.
    below['Admin'] = await app.user('Manager', { Editor: [D] })
  })

  for (const [need, method, path, body] of needs) {
    test(`${method} ${path} ${body ? JSON.stringify(body) : ''} needs ${need}`, async () => {
      const url = `/api${path.replaceAll(/\b[A-FKLMNPSTU]\b/g, (letter) => String(known[letter]))}`
      const text =
        body &&
        JSON.stringify(body).replaceAll(/"([A-FKLMNPSTU])"/g, (_, letter: string) => String(known[letter]))
      const sent: unknown = text && JSON.parse(text)
      const { body: refusal } = await assertRefused(
        app,
        () => app.ask(method, url, sent, below[need]),
        403,
        'forbidden',
      )
      assert.match(refusal.detail, new RegExp(need))
    })
  }

  test('a Manager without a team on a datastore may not read it, though it is listed', async () => {
    const manager = await app.user('Manager')
    await assertRefused(
      app,
      () => app.ask('GET', `/api/datastores/${known['D']}`, undefined, manager),
      403,
      'forbidden',
    )
  })

  test('what lies in a datastore of which a Member knows nothing is as absent as what does not exist', async () => {
    const stranger = await app.user('Member')
    for (const [need, method, path, body] of needs) {
      const letters = path.match(/\/[ABCDFNPS]\b/g)
      if (!letters || (need === 'Admin' && !path.includes('/D'))) continue
      const url = (to: (letter: string) => string) => `/api${path.replaceAll(/\b[A-FNMPS]\b/g, to)}`
      const hidden = await app.ask(
        method,
        url((letter) => String(known[letter])),
        body,
        stranger,
      )
      const missing = await app.ask(
        method,
        url(() => '98765'),
        body,
        stranger,
      )
      if (hidden.status === 422) continue
      assert.deepEqual([path, hidden.status], [path, 404])
      const told = JSON.stringify(hidden.body).replaceAll(/\b\d+\b/g, '#')
      assert.deepEqual(told, JSON.stringify(missing.body).replaceAll(/\b\d+\b/g, '#'))
    }
  })

  test('the permission that is asked for is enough to read', async () => {
    for (const path of [
      `datastores/${known['D']}`,
      `containers/${known['C']}`,
      `quality-checks/${known['A']}`,
    ]) {
      const { status } = await app.ask('GET', `/api/${path}`, undefined, enough['Reporter'])
      assert.equal(status, 200)
    }
  })
})
