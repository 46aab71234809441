import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /computed-fields/{id}', (app) => {
  test('changes what is given, the name too while no check has it', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('POST', '/api/computed-fields', {
      container_id: container,
      name: 'first',
      transformation: 'customExpression',
      properties: { column_expression: 'age + 1' },
    })
    const path = `/api/computed-fields/${body.id}`
    const changed = await app.ask('PUT', path, { name: 'second', additional_metadata: { owner: 'data' } })
    assert.deepEqual(
      [changed.status, changed.body.name, changed.body.properties, changed.body.additional_metadata],
      [200, 'second', { column_expression: 'age + 1' }, { owner: 'data' }],
    )
    assert.deepEqual((await app.ask('PUT', path, changed.body)).body, changed.body)
  })
})
