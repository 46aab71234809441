import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /computed-fields/{id}', (app) => {
  test('is refused while a check names the field, and takes it away after', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('POST', '/api/computed-fields', {
      container_id: container,
      name: 'older',
      transformation: 'customExpression',
      properties: { column_expression: 'age + 1' },
    })
    const checks: number[] = []
    while (checks.length < 22)
      checks.push(await makeCheck(app, container, { fields: ['older'], filter: `age > ${checks.length}` }))
    const path = `/api/computed-fields/${body.id}`
    const refused = await assertRefused(app, () => app.ask('DELETE', path), 409, 'in_use')
    assert.match(
      refused.body.detail,
      /^"older" is named by the quality checks [\d, ]+ and 2 more; delete them for good first\.$/,
    )
    await assertRefused(app, () => app.ask('PUT', path, { name: 'other' }), 409, 'in_use')
    for (const check of checks) await app.ask('DELETE', `/api/quality-checks/${check}?archive=false`)
    assert.equal((await app.ask('DELETE', path)).status, 204)
    assert.deepEqual((await app.ask('GET', `/api/containers/${container}`)).body.computed_fields, [])
  })
})
