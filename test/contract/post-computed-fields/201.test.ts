import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /computed-fields makes a field', (app) => {
  test('which is answered, listed with its container, and a field of it', async () => {
    const { container } = await makePeople(app)
    const given = {
      container_id: container,
      name: 'age_text',
      transformation: 'cast',
      source_fields: ['age'],
      properties: { target_type: 'string' },
      additional_metadata: { owner: 'data' },
    }
    const { status, body } = await app.ask('POST', '/api/computed-fields', given)
    assert.equal(status, 201, JSON.stringify(body))
    for (const [member, value] of Object.entries(given)) assert.deepEqual(body[member], value, member)
    const whole = await app.ask('GET', `/api/containers/${container}`)
    assert.deepEqual(whole.body.computed_fields, [body])
    const fields = await app.ask('GET', `/api/containers/${container}/fields`)
    assert.deepEqual(
      fields.body.map(({ name, type }: { name: string; type: string }) => [name, type]),
      [
        ['id', 'Integral'],
        ['name', 'String'],
        ['age', 'Integral'],
        ['age_text', 'String'],
      ],
    )
  })
})
