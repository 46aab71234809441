import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /fields', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => {
    people = await makePeople(app)
    const { database } = app.environment.store
    await database.updateTable('fields').set({ status: 'masked' }).where('name', '=', 'age').execute()
    await database.updateTable('fields').set({ status: 'missing' }).where('name', '=', 'name').execute()
  })
  const names = async (query: string, token?: string) => {
    const { body } = await app.ask('GET', `/api/fields?${query}`, undefined, token)
    return body.items.map(({ name }: { name: string }) => name)
  }

  test('lists in the order of the source; active and missing ones unless asked otherwise', async () => {
    assert.deepEqual(await names(''), ['id', 'name'])
    assert.deepEqual(await names('status=masked&status=active'), ['id', 'age'])
    assert.deepEqual(await names(`container_id=${people.container}&type=String`), ['name'])
    assert.deepEqual(await names(`container=${people.container}&name=id`), ['id'])
    assert.deepEqual(await names('container=999'), [])
    assert.deepEqual(await names(`datastore=${people.datastore}&type=Integral&type=String`), ['id', 'name'])
    assert.deepEqual(await names('', await app.user('Member')), [])
  })

  test('one field, with where it is', async () => {
    const { body } = await app.ask('GET', '/api/fields?name=id')
    const [field] = body.items
    assert.deepEqual((await app.ask('GET', `/api/fields/${field.id}`)).body, field)
    assert.deepEqual(
      [field.type, field.ordinal, field.container.name, field.datastore.id],
      ['Integral', 0, 'people.csv', people.datastore],
    )
    assert.deepEqual([field.display_name, field.column_size, field.computed_field], ['id', null, null])
  })

  test('an unknown status or type is 422', async () => {
    for (const query of ['status=hidden', 'type=Text']) {
      assert.equal((await app.ask('GET', `/api/fields?${query}`)).status, 422)
    }
  })
})
