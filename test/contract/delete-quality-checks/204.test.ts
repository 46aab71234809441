import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /quality-checks removes several', (app) => {
  test('each in its way, all or none', async () => {
    const { container } = await makePeople(app)
    const one = await makeCheck(app, container)
    const two = await makeCheck(app, container, { fields: ['id'] })
    const removals = [
      { id: two, archive: false },
      { id: one, status: 'Discarded' },
    ]
    const withUnknown = [...removals, { id: 999 }]
    await assertRefused(app, () => app.ask('DELETE', '/api/quality-checks', withUnknown), 404, 'not_found')
    const { status, body } = await app.ask('DELETE', '/api/quality-checks', removals)
    assert.deepEqual([status, body], [204, ''])
    assert.equal((await app.ask('GET', `/api/quality-checks/${one}`)).body.status, 'Discarded')
    assert.equal((await app.ask('GET', `/api/quality-checks/${two}`)).status, 404)
  })
})
