import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /flows/{id}', (app) => {
  const make = async () => {
    const { status, body } = await app.ask('POST', '/api/flows', {
      name: 'Tell',
      trigger_type: 'anomaly',
      weight_threshold: 3,
      actions: [
        {
          type: 'notification',
          notification_type: 'Webhook',
          tokenized_message: 'hello',
          parameters: { url: 'https://example.com/hook', secret: 'between us' },
        },
      ],
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const secretOf = async (id: number) => {
    const { rows } = await app.environment.store.pool.query(
      'select uuid, secrets from flow_actions where flow_id = $1 and removed_at is null',
      [id],
    )
    const [{ uuid, secrets }] = rows
    return secrets === null
      ? null
      : JSON.parse(app.environment.secrets.open(secrets, `flow_action:${uuid}`)).secret
  }

  test('keeps what is left out, and the secret when the answer of GET is sent back', async () => {
    const made = await make()
    const { body: shown } = await app.ask('GET', `/api/flows/${made.id}`)
    const { status, body } = await app.ask('PUT', `/api/flows/${made.id}`, { ...shown, name: 'Tell more' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual({ ...body, last_updated: '' }, { ...made, name: 'Tell more', last_updated: '' })
    assert.equal(await secretOf(made.id), 'between us')
    const [action] = shown.actions
    const path = `/api/flows/${made.id}`
    const change = (secret: string | null) =>
      app.ask('PUT', path, { actions: [{ ...action, parameters: { ...action.parameters, secret } }] })
    await change('another')
    assert.equal(await secretOf(made.id), 'another')
    await change(null)
    assert.equal(await secretOf(made.id), null)
  })

  test('names a datastore that was deleted: it can be changed, but for what would start a run there', async () => {
    const datastore = await makeDatastore(app)
    const told = await app.ask('POST', '/api/flows', {
      name: 'Tell',
      trigger_type: 'operation',
      filter_datastores: [datastore],
    })
    const run = await app.ask('POST', '/api/flows', {
      name: 'Sync',
      trigger_type: 'manual',
      actions: [{ type: 'operation', operation: { type: 'sync', datastore_id: datastore } }],
    })
    await app.ask('DELETE', `/api/datastores/${datastore}`)
    const [tells, runs] = [`/api/flows/${told.body.id}`, `/api/flows/${run.body.id}`]
    const { body: shown } = await app.ask('GET', tells)
    const { status, body } = await app.ask('PUT', tells, { ...shown, name: 'Tell all' })
    assert.deepEqual([status, body.name, body.filter_datastores], [200, 'Tell all', [datastore]])
    const absent = { filter_datastores: [datastore, 999_999] }
    await assertRefused(app, () => app.ask('PUT', tells, absent), 404, 'not_found')
    await assertRefused(app, () => app.ask('PUT', runs, { name: 'Run' }), 404, 'not_found')
    const { body: whole } = await app.ask('GET', runs)
    const stopped = await app.ask('PUT', runs, { ...whole, deactivated: true })
    assert.deepEqual([stopped.status, stopped.body.deactivated], [200, true])
    const renamed = await app.ask('PUT', runs, { name: 'Run' })
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Run'])
    await assertRefused(app, () => app.ask('PUT', runs, { deactivated: false }), 404, 'not_found')
  })

  test('a secret that is stored is sent to no other host', async () => {
    const { id, actions } = await make()
    const [action] = actions
    const moved = { ...action, parameters: { url: 'https://elsewhere.example/hook' } }
    const answer = await assertRefused(
      app,
      () => app.ask('PUT', `/api/flows/${id}`, { actions: [moved] }),
      422,
      'invalid',
    )
    assert.deepEqual(places(answer), ['body.actions.0.parameters.secret'])
  })

  test('acts in the name of who saved it last, and its history says who did what', async () => {
    const { id } = await make()
    const manager = await app.user('Manager')
    const { body } = await app.ask('PUT', `/api/flows/${id}`, { deactivated: true }, manager)
    assert.deepEqual([body.owner, body.deactivated], [manager, true])
    const { body: history } = await app.ask('GET', `/api/flows/${id}/history`)
    assert.deepEqual(
      history.items.map(({ action, details }: { action: string; details: object }) => [action, details]),
      [
        ['update_flow', { changed: ['deactivated'] }],
        ['create_flow', { name: 'Tell' }],
      ],
    )
  })

  test('filters of another trigger go when the trigger is changed', async () => {
    const { id } = await make()
    const { body } = await app.ask('PUT', `/api/flows/${id}`, { trigger_type: 'partition_scan' })
    assert.deepEqual([body.trigger_type, body.weight_threshold], ['partition_scan', null])
  })

  test('one that could not go on, as its zone was unknown for a while, goes on when it is saved again', async () => {
    const timed = { name: 'Daily', trigger_type: 'schedule', crontab: '0 3 * * *', timezone: 'Europe/Berlin' }
    const { body: made } = await app.ask('POST', '/api/flows', { ...timed, actions: [] })
    // As the tick of a zone that is unknown leaves it.
    await app.environment.store.pool.query('update flows set next_run = null where id = $1', [made.id])
    const { status, body } = await app.ask('PUT', `/api/flows/${made.id}`, { name: 'Daily' })
    assert.deepEqual([status, body.next_run], [200, made.next_run])
  })

  test('what nothing sets off is deactivated, activated and deleted', async () => {
    const { id } = await make()
    const path = `/api/flows/${id}`
    for (const deactivated of [true, false])
      assert.equal(
        (await app.ask('PATCH', `${path}/deactivated`, { deactivated })).body.deactivated,
        deactivated,
      )
    const { body: listed } = await app.ask('GET', '/api/flows/listing')
    assert.ok(listed.some((flow: { id: number }) => flow.id === id))
    assert.equal((await app.ask('DELETE', path)).status, 204)
    assert.equal((await app.ask('GET', path)).status, 404)
    const { body: page } = await app.ask('GET', '/api/flows?trigger_type=anomaly&search=Tell&size=1000')
    assert.ok(!page.items.some((flow: { id: number }) => flow.id === id))
  })
})
