import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PUT /containers/{id} refuses', (app) => {
  test('to drop fields that checks name unless that is meant, and names that are taken', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'names',
      source_container_id: container,
      select_clause: 'id, name',
    })
    const check = await makeCheck(app, body.id)
    const put = (change: object) => app.ask('PUT', `/api/containers/${body.id}`, change)
    const refused = await assertRefused(app, () => put({ select_clause: 'id' }), 409, 'in_use')
    assert.match(refused.body.detail, /"name" \(checks: 1, anomalies: 0\)/)
    await assertRefused(app, () => put({ name: 'people.csv' }), 409, 'conflict')
    const changed = await put({ select_clause: 'id', force_drop_fields: true })
    assert.equal(changed.status, 200)
    assert.equal((await app.ask('GET', `/api/quality-checks/${check}`)).body.status, 'Archived')
  })
})
