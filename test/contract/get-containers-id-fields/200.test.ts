import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /containers/{id}/fields', (app) => {
  let path = ''
  before(async () => {
    const { container } = await makePeople(app)
    await makePeople(app)
    path = `/api/containers/${container}/fields`
    const { database } = app.environment.store
    await database.updateTable('fields').set({ status: 'masked' }).where('name', '=', 'age').execute()
    await database.updateTable('fields').set({ status: 'missing' }).where('name', '=', 'name').execute()
  })
  const names = async (query = '') => {
    const { status, body } = await app.ask('GET', `${path}${query}`)
    assert.equal(status, 200)
    return body.map(({ name }: { name: string }) => name)
  }

  test('is a bare list of all of this container, in the order of the source, active and missing ones', async () => {
    assert.deepEqual(await names(), ['id', 'name'])
    assert.deepEqual(await names('?status=masked&status=active'), ['id', 'age'])
    const { body } = await app.ask('GET', path)
    assert.deepEqual((await app.ask('GET', `/api/fields/${body[0].id}`)).body, body[0])
    assert.equal((await app.ask('GET', `${path}?status=hidden`)).status, 422)
  })
})
