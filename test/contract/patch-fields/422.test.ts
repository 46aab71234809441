import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PATCH /fields is refused', (app) => {
  test('at the place of the list where a field is given a state that no change gives', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    const [first, second] = body.items.map((field: { id: number }) => field.id)
    for (const status of ['missing', 'excluded']) {
      const changes = [
        { id: first, tags: ['key'] },
        { id: second, status },
      ]
      const refused = await assertRefused(app, () => app.ask('PATCH', '/fields', changes), 422, 'invalid')
      assert.deepEqual(places(refused), ['body.1.status'])
      const single = await app.ask('PUT', `/fields/${second}`, { status })
      assert.deepEqual([single.status, places(single)], [422, ['body.status']])
    }
  })
})
