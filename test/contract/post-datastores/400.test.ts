import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { join } from 'node:path'
import { describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('POST /datastores refuses a source that does not answer', (app) => {
  let connection_id = 0
  before(async () => void (connection_id = await makeConnection(app)))

  test('a folder that is not there, outside, or reached by a way around: nothing is stored', async () => {
    for (const root_path of [join(app.folder, 'missing'), '/etc', join(app.folder, '../../etc')]) {
      const before = await app.rows()
      const { status, body } = await app.ask('POST', '/api/datastores', {
        name: 'x',
        connection_id,
        root_path,
      })
      assert.ok([400, 422].includes(status), JSON.stringify(body))
      assert.ok(['connection_failed', 'invalid'].includes(body.code))
      assert.equal(await app.rows(), before)
    }
  })

  test('its connection is not stored either', async () => {
    const before = await app.rows()
    const connection = { name: 'Inline', type: 'local' }
    const input = { name: 'x', connection, root_path: join(app.folder, 'missing') }
    assert.ok((await app.ask('POST', '/api/datastores', input)).status >= 400)
    assert.equal(await app.rows(), before)
  })
})
