import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id} refuses what the store cannot use', (app) => {
  let files = 0
  let path = ''
  let sqlite = 0
  before(async () => {
    const input = { name: 'files', connection_id: await makeConnection(app), root_path: app.folder }
    files = (await app.ask('POST', '/api/datastores', input)).body.id
    path = join(app.folder, 'shop.db')
    new DatabaseSync(path).close()
    const connection = { name: 'a database file', type: 'sqlite', uri: path }
    sqlite = (await app.ask('POST', '/api/connections', connection)).body.id
  })

  test('a database of files', async () => {
    const put = () => app.ask('PUT', `/api/datastores/${files}`, { database: 'x' })
    const answer = await assertRefused(app, put, 422, 'invalid')
    assert.deepEqual(places(answer), ['body.database'])
    assert.match(answer.body.detail[0].msg, /Local files has no database; leave it out/)
  })

  test('but a move to another kind of store leaves the folder behind, and takes the only names there are', async () => {
    const put = (change: object) => app.ask('PUT', `/api/datastores/${files}`, change)
    const refused = await assertRefused(
      app,
      () => put({ connection_id: sqlite, database: 'other' }),
      422,
      'invalid',
    )
    assert.match(refused.body.detail[0].msg, /only database of this SQLite source is "shop"/)
    const { status, body } = await put({ connection_id: sqlite, database: 'Shop', schema: 'main' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.database, body.schema, body.root_path], ['Shop', 'main', null])
  })
})
