import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fireDueSchedule } from '../../src/runs/schedules/fire.ts'
import { describeContract } from '../harness/contract.ts'
import { makeAnomaly, makeCheck, makeConnection, makeDatastore, makePeople } from '../harness/factories.ts'

interface Entry {
  action: string
  resource_type: string
  resource_id: number
  details: Record<string, unknown>
}

type ReadEntry = [action: string, resource_type: string, resource_id: number, details: Entry['details']]

const secrets = ['pass-7391', 'phrase-7391', 'key-7391', 'secret-7391', 'payload-7391']

describeContract('The audit log tells', (app) => {
  let datastore = 0
  let container = 0
  before(async () => void ({ datastore, container } = await makePeople(app)))

  /** Does something, and returns what the log says of it, oldest first. */
  async function entriesOf(act: () => Promise<unknown>): Promise<ReadEntry[]> {
    const total = async () => (await app.ask('GET', '/api/activity?size=1')).body.total
    const before = await total()
    await act()
    const count = (await total()) - before
    if (count === 0) return []
    const { body } = await app.ask('GET', `/api/activity?size=${count}`)
    return body.items
      .toReversed()
      .map(({ action, resource_type, resource_id, details }: Entry): ReadEntry => [
        action,
        resource_type,
        resource_id,
        details,
      ])
  }

  const ok = async (...request: Parameters<typeof app.ask>) => {
    const answer = await app.ask(...request)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }

  test('of schedules that are made, changed, deactivated and deleted', async () => {
    let id = 0
    const entries = await entriesOf(async () => {
      const body = { type: 'sync', datastore_id: datastore, crontab: '0 2 * * *' }
      id = (await ok('POST', '/api/operations/schedule', body)).id
      await ok('PUT', `/api/operations/schedule/${id}`, {
        crontab: '0 3 * * *',
        prune: true,
        name: 'nightly',
      })
      await ok('PUT', `/api/operations/schedule/${id}`, { deactivated: true })
      await ok('DELETE', `/api/operations/schedule/${id}`)
    })
    const kind = { type: 'sync', datastore_id: datastore }
    const timing = { timezone: 'UTC', deactivated: false }
    assert.deepEqual(entries, [
      ['create_schedule', 'schedule', id, { ...kind, ...timing, crontab: '0 2 * * *' }],
      [
        'update_schedule',
        'schedule',
        id,
        { ...kind, ...timing, crontab: '0 3 * * *', changed: ['crontab', 'prune', 'name'] },
      ],
      [
        'update_schedule',
        'schedule',
        id,
        { ...kind, ...timing, crontab: '0 3 * * *', deactivated: true, changed: ['deactivated'] },
      ],
      ['delete_schedule', 'schedule', id, kind],
    ])
  })

  test('of nothing where what was read is sent back: it names what changed, and nothing did', async () => {
    const made = {
      users: (await ok('POST', '/api/users', { user_name: 'back', email: 'back@example.com' })).id,
      teams: (
        await ok('POST', '/api/teams', { name: 'Back', permission: 'Viewer', datastore_ids: [datastore] })
      ).id,
      'operations/schedule': (
        await ok('POST', '/api/operations/schedule', {
          type: 'sync',
          datastore_id: datastore,
          crontab: '0 2 * * *',
        })
      ).id,
      flows: (
        await ok('POST', '/api/flows', {
          name: 'Back',
          trigger_type: 'operation',
          filter_datastores: [datastore],
          actions: [
            {
              type: 'notification',
              notification_type: 'Webhook',
              tokenized_message: 'It ended.',
              parameters: { url: 'https://one.example/', secret: 'first-7392' },
            },
          ],
        })
      ).id,
    }
    const whole = new Map<string, Record<string, unknown>>()
    assert.deepEqual(
      await entriesOf(async () => {
        for (const [kind, id] of Object.entries(made)) {
          const path = `/api/${kind}/${id}`
          whole.set(kind, await ok('GET', path))
          await ok('PUT', path, whole.get(kind))
        }
        const { id, users } = await ok('GET', `/api/teams/${made.teams}`)
        await ok('PUT', `/api/teams/${id}`, { user_ids: users, datastore_ids: [datastore] })
      }),
      [],
    )
    const [action] = (await ok('GET', `/api/flows/${made.flows}`)).actions
    const secret = { ...action, parameters: { ...action.parameters, secret: 'second-7392' } }
    const entries = await entriesOf(async () => {
      await ok('PUT', `/api/users/${made.users}`, { ...whole.get('users'), name: 'Back' })
      await ok('PUT', `/api/flows/${made.flows}`, {
        ...whole.get('flows'),
        burst_limit: 7,
        actions: [secret],
      })
    })
    assert.deepEqual(
      entries.map(([action, , , { changed }]) => [action, changed]),
      [
        ['update_user', ['name']],
        ['update_flow', ['actions', 'burst_limit']],
      ],
    )
  })

  test('which members of a connection changed, secrets too, and no value of one', async () => {
    const [password, passphrase, access_key, secret_key, credentials_payload] = secrets
    let id = 0
    const entries = await entriesOf(async () => {
      id = await makeConnection(app, {
        name: 'wired',
        type: 'postgresql',
        host: 'one.example',
        username: 'ada',
        password: 'first-7391',
        access_key,
      })
      const moved = { host: 'two.example', password, access_key }
      await ok('PUT', `/api/connections/${id}`, moved)
      await ok('PUT', `/api/connections/${id}`, { passphrase, secret_key, credentials_payload })
      const whole = await ok('GET', `/api/connections/${id}`)
      await ok('PUT', `/api/connections/${id}`, whole)
      await ok('DELETE', `/api/connections/${id}`)
    })
    const kind = { name: 'wired', type: 'postgresql' }
    assert.deepEqual(entries, [
      ['create_connection', 'connection', id, kind],
      ['update_connection', 'connection', id, { ...kind, changed: ['host', 'password'] }],
      [
        'update_connection',
        'connection',
        id,
        { ...kind, changed: ['passphrase', 'secret_key', 'credentials_payload'] },
      ],
      ['delete_connection', 'connection', id, kind],
    ])
  })

  test('which hosts were tried through connections, and whether they answered, also when nothing was stored', async () => {
    const server = { type: 'postgresql', host: '127.0.0.1', port: 1, username: 'ada', password: secrets[0] }
    const made = { name: 'probing', connection: server, database: 'x' }
    let id = 0
    const entries = await entriesOf(async () => {
      id = await makeConnection(app, { ...server, name: 'inner' })
      assert.equal((await ok('POST', `/api/connections/${id}/test`)).connected, false)
      for (const path of ['/api/datastores/connection', '/api/datastores']) {
        assert.equal((await app.ask('POST', path, made)).status, 400)
      }
    })
    const tried = { type: 'postgresql', host: '127.0.0.1', port: 1, connected: false }
    assert.deepEqual(entries.slice(1), [
      ['test_connection', 'connection', id, tried],
      ['test_connection', 'connection', 0, tried],
      ['test_connection', 'connection', 0, tried],
    ])
  })

  test('of datastores: their source, their teams, their enrichment, their end', async () => {
    const team = await ok('POST', '/api/teams', { name: 'Others', permission: 'Viewer' })
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    let id = 0
    let made = { name: '', connection_id: 0 }
    const entries = await entriesOf(async () => {
      id = await makeDatastore(app)
      made = await ok('GET', `/api/datastores/${id}`)
      await ok('PUT', `/api/datastores/${id}`, { ...made, description: 'x', teams: ['Others'] })
      await ok('PUT', `/api/datastores/${id}`, { description: 'x', teams: [{ name: 'Others' }] })
      await ok('PATCH', `/api/datastores/${id}/enrichment/${enrichment}`)
      await ok('PATCH', `/api/datastores/${id}/enrichment/${enrichment}`)
      await ok('DELETE', `/api/datastores/${id}/enrichment`)
      await ok('DELETE', `/api/datastores/${id}`)
    })
    const { name, connection_id } = made
    const update = (details: object) => ['update_datastore', 'datastore', id, { name, ...details }]
    const changed = ['enrich_datastore_id']
    assert.deepEqual(entries.slice(1), [
      ['create_datastore', 'datastore', id, { name, connection_id, team_ids: [] }],
      update({ changed: ['description'], team_ids: [team.id] }),
      update({ changed, enrich_datastore_id: enrichment }),
      update({ changed, enrich_datastore_id: null }),
      ['delete_datastore', 'datastore', id, { name }],
    ])
  })

  test('of the connection that is made with a datastore', async () => {
    const connection = { type: 'local', name: 'made along', password: secrets[0] }
    const entries = await entriesOf(() =>
      ok('POST', '/api/datastores', { name: 'with it', connection, root_path: app.folder }),
    )
    assert.deepEqual(
      entries.map((entry) => (entry as unknown[])[0]),
      ['create_connection', 'create_datastore'],
    )
  })

  test('of fields that are masked and shown again, and not of other changes', async () => {
    const { body } = await app.ask('GET', `/api/fields?container=${container}`)
    const [{ id, name }] = body.items
    const entries = await entriesOf(async () => {
      await ok('PUT', `/api/fields/${id}`, { status: 'masked' })
      await ok('PUT', `/api/fields/${id}`, { status: 'masked', description: 'hidden' })
      await ok('PUT', `/api/fields/${id}`, { status: 'active' })
      await ok('PUT', `/api/fields/${id}`, { description: 'shown' })
    })
    const details = { name, container_id: container, datastore_id: datastore }
    assert.deepEqual(entries, [
      ['mask_field', 'field', id, details],
      ['unmask_field', 'field', id, details],
    ])
  })

  test('of each field that is masked in one request, also when such requests cross', async () => {
    const { body } = await app.ask('GET', `/api/fields?container=${container}`)
    const ids: number[] = body.items.map((field: { id: number }) => field.id)
    const change = (wanted: number[], status: string) =>
      ok(
        'PATCH',
        '/api/fields',
        wanted.map((id) => ({ id, status })),
      )
    const entries = await entriesOf(async () => {
      await change(ids, 'masked')
      await change(ids, 'active')
    })
    assert.deepEqual(
      entries.map((entry) => (entry as unknown[])[0]),
      [...ids.map(() => 'mask_field'), ...ids.map(() => 'unmask_field')],
    )
    // None of these may wait for another that waits for it.
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        change(ids, 'masked'),
        change(ids.slice(1), 'active'),
        change(ids.slice(2), 'masked'),
      ])
    }
  })

  test('not of the runs that a schedule starts: the schedule has an entry, and the run names it', async () => {
    const body = { type: 'sync', datastore_id: datastore, crontab: '* * * * *' }
    const { id } = await ok('POST', '/api/operations/schedule', body)
    const entries = await entriesOf(async () => {
      app.clock.time = new Date(app.clock.time.getTime() + 60_000)
      assert.equal(await fireDueSchedule(app.environment), true)
    })
    assert.deepEqual(entries, [])
    const { items } = await ok('GET', `/api/operations?schedule_id=${id}`)
    assert.equal(items[0].schedule.id, id)
    await ok('DELETE', `/api/operations/schedule/${id}`)
  })

  test('of anomalies and checks that are gone for good, and not of those that are archived', async () => {
    const check = await makeCheck(app, container)
    const other = await makeCheck(app, container, { rule: 'unique', fields: ['id'] })
    const [first, second, third] = [
      await makeAnomaly(app, container, []),
      await makeAnomaly(app, container, []),
      await makeAnomaly(app, container, [check]),
    ]
    const entries = await entriesOf(async () => {
      await ok('DELETE', `/api/anomalies/${third}`)
      await ok('DELETE', '/api/anomalies', [
        { id: second, archive: false },
        { id: first, archive: false },
      ])
      await ok('DELETE', `/api/quality-checks/${check}`)
      await ok('DELETE', `/api/quality-checks/${check}?archive=false`)
      await ok('DELETE', `/api/quality-checks/${other}`)
    })
    const gone = (rule_type: string, archived: boolean, anomalies_deleted: number) => {
      const place = { datastore_id: datastore, container_id: container }
      return [
        'delete_quality_check',
        'quality_check',
        check,
        { ...place, rule_type, archived, anomalies_deleted },
      ]
    }
    assert.deepEqual(entries, [
      ['delete_anomaly', 'anomaly', second, { datastore_id: datastore }],
      ['delete_anomaly', 'anomaly', first, { datastore_id: datastore }],
      gone('notNull', true, 1),
      gone('notNull', false, 0),
    ])
  })

  test('of tokens that are revoked and restored', async () => {
    const { id } = await ok('POST', '/api/user-tokens', { name: 'kept' })
    const entries = await entriesOf(async () => {
      await ok('PUT', `/api/user-tokens/${id}`, { active: false })
      await ok('PUT', `/api/user-tokens/${id}`, { active: false })
      await ok('PUT', `/api/user-tokens/${id}`, { active: true })
    })
    assert.deepEqual(
      entries.map((entry) => (entry as unknown[])[0]),
      ['revoke_token', 'restore_token'],
    )
  })

  test('of containers that are made of others, with what they are made of', async () => {
    let id = 0
    const select_clause = 'name'
    const entries = await entriesOf(async () => {
      const made = { container_type: 'computed_file', name: 'names', source_container_id: container }
      id = (await ok('POST', '/api/containers', { ...made, select_clause })).id
      await ok('PUT', `/api/containers/${id}`, { where_clause: 'id > 1' })
      await ok('DELETE', `/api/containers/${id}`)
    })
    const texts = { select_clause, where_clause: null, group_by_clause: null }
    const details = { name: 'names', datastore_id: datastore }
    assert.deepEqual(
      entries.filter((entry) => (entry as unknown[])[1] === 'container'),
      [
        ['create_container', 'container', id, { ...details, ...texts }],
        ['update_container', 'container', id, { ...details, ...texts, where_clause: 'id > 1' }],
        ['delete_container', 'container', id, details],
      ],
    )
  })

  test('of containers that are deleted', async () => {
    const entries = await entriesOf(() => ok('DELETE', `/api/containers/${container}`))
    const details = { name: 'people.csv', datastore_id: datastore }
    assert.deepEqual(entries, [['delete_container', 'container', container, details]])
  })

  test('nothing that is secret, in any of its columns, and stays whole', async () => {
    const { rows } = await app.environment.store.pool.query('select * from audit_logs')
    assert.ok(rows.length > 20)
    // With the dash: four digits alone may be found in any hash.
    assert.doesNotMatch(JSON.stringify(rows), /-7391/)
    const { body } = await app.ask('GET', '/api/audit-logs/verification')
    assert.deepEqual([body.valid, body.entries], [true, rows.length])
  })
})
