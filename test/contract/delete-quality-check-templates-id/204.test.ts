import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /quality-check-templates/{id}', (app) => {
  test('keeps the checks that come from it, which follow nothing any more', async () => {
    const { container } = await makePeople(app)
    const template = await app.ask('POST', '/api/quality-check-templates', {
      description: 'x',
      rule: 'maxValue',
      properties: { value: 9 },
      template_locked: true,
    })
    const path = `/api/quality-check-templates/${template.body.id}`
    const made = await app.ask('POST', `${path}/quality-checks`, [
      { container_id: container, fields: ['age'] },
    ])
    assert.equal((await app.ask('DELETE', path)).status, 204)
    assert.equal((await app.ask('GET', path)).status, 404)
    const changed = await app.ask('PUT', `/api/quality-checks/${made.body[0].id}`, {
      properties: { value: 8 },
    })
    assert.deepEqual(
      [changed.status, changed.body.template_id, changed.body.template_locked],
      [200, null, null],
    )
  })
})
