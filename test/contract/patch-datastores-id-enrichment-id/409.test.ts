import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/enrichment/{enrichment_id} refuses', (app) => {
  test('an enrichment datastore as the source, a source as the destination, itself, and a prefix in use', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const other = await makeDatastore(app, {}, { enrichment_only: true })
    const source = await makeDatastore(app, {}, { enrichment_prefix: '_same' })
    const alike = await makeDatastore(app, {}, { enrichment_prefix: '_SAME' })
    await makeDatastore(app, {}, { enrichment_prefix: '_same', enrichment_datastore_id: enrichment })
    for (const [from, to] of [
      [other, enrichment],
      [source, source],
      [enrichment, enrichment],
      [source, enrichment],
      [alike, enrichment],
    ]) {
      await assertRefused(
        app,
        () => app.ask('PATCH', `/api/datastores/${from}/enrichment/${to}`),
        409,
        'conflict',
      )
    }
  })
  test('a prefix under which there are tables of a datastore that the caller is no Editor of, now or once it is gone', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const link = { enrichment_datastore_id: enrichment }
    const secret = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_pay' })
    const other = await makeDatastore(app, {}, { enrichment_prefix: '_PAY' })
    const linked = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_own' })
    const editor = await app.user('Member', { Editor: [other, linked], Viewer: [enrichment] })
    const manager = await app.user('Manager', { Editor: [other, secret] })
    const path = `/api/datastores/${other}/enrichment/${enrichment}`
    const take = () => app.ask('PUT', `/api/datastores/${linked}`, { enrichment_prefix: '_pay' }, editor)
    assert.equal((await app.ask('DELETE', `/api/datastores/${secret}/enrichment`)).status, 204)
    await assertRefused(app, () => app.ask('PATCH', path, undefined, editor), 409, 'conflict')
    await assertRefused(app, take, 409, 'conflict')
    assert.equal((await app.ask('PATCH', path, undefined, manager)).status, 200, 'as Editor of both')
    await app.ask('PUT', `/api/datastores/${other}`, { enrichment_prefix: '_else' })
    assert.equal((await app.ask('DELETE', `/api/datastores/${other}`)).status, 204)
    await assertRefused(app, take, 409, 'conflict')
    const given = { enrichment_prefix: '_pay' }
    assert.equal((await app.ask('PUT', `/api/datastores/${linked}`, given)).status, 200, 'an Admin gives it')
    assert.equal((await take()).status, 200, 'it has it then')
  })

  test('the same of an enrichment datastore that is made anew, and of another one of the same place', async () => {
    const of = { enrichment_only: true, root_path: '', connection_id: 0 }
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const { body } = await app.ask('GET', `/api/datastores/${enrichment}`)
    Object.assign(of, { root_path: body.root_path, connection_id: body.connection_id })
    const secret = await makeDatastore(
      app,
      {},
      { enrichment_datastore_id: enrichment, enrichment_prefix: '_key' },
    )
    const other = await makeDatastore(app, {}, { enrichment_prefix: '_KEY' })
    const editor = await app.user('Member', { Editor: [other] })
    const again = await app.ask('POST', '/api/datastores', { ...of, name: 'the same place' })
    assert.equal(again.status, 201)
    const anew = async (id: number) => {
      const team = { name: `sees ${id}`, permission: 'Viewer', datastore_ids: [id], user_ids: [] as number[] }
      const { body: users } = await app.ask('GET', `/api/users?name=${editor}`)
      team.user_ids = users.items.map((user: { id: number }) => user.id)
      await app.ask('POST', '/api/teams', team)
      return `/api/datastores/${other}/enrichment/${id}`
    }
    const path = await anew(again.body.id)
    await assertRefused(app, () => app.ask('PATCH', path), 409, 'conflict')
    assert.equal((await app.ask('DELETE', `/api/datastores/${secret}`)).status, 204)
    await assertRefused(app, () => app.ask('PATCH', path, undefined, editor), 409, 'conflict')
    for (const id of [enrichment, again.body.id])
      assert.equal((await app.ask('DELETE', `/api/datastores/${id}`)).status, 204)
    const last = await app.ask('POST', '/api/datastores', { ...of, name: 'made anew' })
    const lastPath = await anew(last.body.id)
    await assertRefused(app, () => app.ask('PATCH', lastPath, undefined, editor), 409, 'conflict')
    assert.equal((await app.ask('PATCH', lastPath)).status, 200, 'an Admin may')
  })

  test('the same at each place to which an enrichment datastore or its connection was moved', async () => {
    const places = ['first', 'second', 'third'].map((name) => join(app.folder, `${name}.db`))
    for (const place of places) new DatabaseSync(place).exec('create table if not exists own (id integer)')
    const connect = async (uri: string, name: string): Promise<number> =>
      (await app.ask('POST', '/api/connections', { name, type: 'sqlite', uri })).body.id
    const [first = '', second = '', third = ''] = places
    const connections = [await connect(first, 'at first'), await connect(second, 'then')]
    const enrichmentOn = async (connection_id: number | undefined, name: string): Promise<number> => {
      const given = { name, connection_id, enrichment_only: true }
      const { status, body } = await app.ask('POST', '/api/datastores', given)
      assert.equal(status, 201, JSON.stringify(body))
      return body.id
    }
    const enrichment = await enrichmentOn(connections[0], 'moved')
    const link = { enrichment_datastore_id: enrichment }
    const secret = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_moved' })
    const put = (path: string, change: object) => app.ask('PUT', path, change)
    const moves = [
      await put(`/api/datastores/${enrichment}`, { connection_id: connections[1] }),
      await put(`/api/connections/${connections[1]}`, { uri: third }),
    ]
    assert.deepEqual(
      moves.map(({ status }) => status),
      [200, 200],
    )
    // Its tables stay in all three places; nothing else says any more who wrote them.
    assert.equal((await app.ask('DELETE', `/api/datastores/${secret}`)).status, 204)
    assert.equal((await app.ask('DELETE', `/api/datastores/${enrichment}`)).status, 204)
    const other = await makeDatastore(app, {}, { enrichment_prefix: '_MOVED' })
    for (const [index, place] of places.entries()) {
      const anew = await enrichmentOn(await connect(place, `anew ${index}`), `anew ${index}`)
      const editor = await app.user('Member', { Editor: [other], Viewer: [anew] })
      const path = `/api/datastores/${other}/enrichment/${anew}`
      await assertRefused(app, () => app.ask('PATCH', path, undefined, editor), 409, 'conflict')
      assert.equal((await app.ask('PATCH', path)).status, 200, 'an Admin may')
      assert.equal((await app.ask('DELETE', `/api/datastores/${other}/enrichment`)).status, 204)
    }
  })

  test('a prefix whose tables may have the names of copies under the prefix of another datastore', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const link = { enrichment_datastore_id: enrichment }
    await makeDatastore(app, {}, { ...link, enrichment_prefix: '_a' })
    const longer = await makeDatastore(app, {}, { enrichment_prefix: '_A_mat' })
    const path = `/api/datastores/${longer}/enrichment/${enrichment}`
    await assertRefused(app, () => app.ask('PATCH', path), 409, 'conflict')
    for (const [enrichment_prefix, status] of [
      ['_a_mat_orders', 409],
      ['_a_mate', 200],
      ['_a_orders', 200],
    ] as const) {
      await app.ask('PUT', `/api/datastores/${longer}`, { enrichment_prefix })
      const { body, status: answered } = await app.ask('PATCH', path)
      assert.equal(answered, status, `${enrichment_prefix}: ${JSON.stringify(body)}`)
      await app.ask('DELETE', `/api/datastores/${longer}/enrichment`)
    }
    await makeDatastore(app, {}, { name: 'Sales' })
    const named = await makeDatastore(app, {}, { name: 'Sales Mat' })
    const { body } = await app.ask('GET', `/api/datastores/${named}`)
    assert.equal(body.enrichment_prefix, '_salesmat')
  })
})
