import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeConnection, makeDatastore } from '../../harness/factories.ts'

describeContract('POST /datastores refuses what conflicts', (app) => {
  const base = { name: 'New', root_path: '', connection_id: 0 }
  before(async () => {
    base.root_path = join(app.folder, 'root')
    await mkdir(base.root_path)
    base.connection_id = await makeConnection(app, { name: 'Files' })
    await makeDatastore(app, {}, { name: 'Taken' })
  })
  const refused = async (change: object) => {
    const { body } = await assertRefused(
      app,
      () => app.ask('POST', '/api/datastores', { ...base, ...change }),
      409,
      'conflict',
    )
    return body.detail as string
  }

  test('a name that is taken', async () => {
    assert.match(await refused({ name: 'Taken' }), /"Taken"/)
  })

  test('a connection to make whose name is taken', async () => {
    const connection = { name: 'Files', type: 'local' }
    assert.match(await refused({ connection_id: null, connection }), /"Files"/)
  })

  test('an enrichment datastore that is none, and a prefix that is used there', async () => {
    const source = await makeDatastore(app)
    assert.match(await refused({ enrichment_datastore_id: source }), /not an enrichment datastore/)
    const enrichment_datastore_id = await makeDatastore(app, {}, { enrichment_only: true })
    await makeDatastore(app, {}, { enrichment_datastore_id, enrichment_prefix: '_same' })
    assert.match(await refused({ enrichment_datastore_id, enrichment_prefix: '_same' }), /_same/)
    assert.match(await refused({ enrichment_datastore_id, enrichment_only: true }), /itself/)
  })
})
