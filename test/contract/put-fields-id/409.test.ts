import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /fields/{id} is refused', (app) => {
  let id = 0
  before(async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${container}&name=age`)
    id = body.items[0].id
    await app.ask('PUT', `/containers/${container}`, { incremental_field_name: 'age' })
  })

  test('to mask the field that identifies the rows', async () => {
    await assertRefused(app, () => app.ask('PUT', `/fields/${id}`, { status: 'masked' }), 409, 'wrong_state')
  })
})
