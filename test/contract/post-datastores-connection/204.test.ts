import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('POST /datastores/connection tries what would be made', (app) => {
  test('204 when the source answers, its reason when not; nothing is stored', async () => {
    const connection_id = await makeConnection(app)
    const before = await app.rows()
    const input = { name: 'x', connection_id, root_path: app.folder }
    assert.equal((await app.ask('POST', '/api/datastores/connection', input)).status, 204)
    const missing = { ...input, root_path: join(app.folder, 'missing') }
    const { status, body } = await app.ask('POST', '/api/datastores/connection', missing)
    assert.ok([400, 422].includes(status), JSON.stringify(body))
    assert.equal(await app.rows(), before)
  })
})
