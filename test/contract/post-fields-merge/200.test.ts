import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('POST /fields/merge makes one field of a missing one and another', (app) => {
  let container = 0
  const ids: Record<string, number> = {}
  const merge = (source = '', target = '') =>
    app.ask('POST', `/fields/merge?source_field_id=${ids[source]}&target_field_id=${ids[target]}`)
  before(async () => {
    container = (await makePeople(app)).container
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    for (const { id, name } of body.items) ids[name] = id
  })

  test('the source keeps its id, tags and checks, and takes the name and type of the target', async () => {
    await app.ask('PUT', `/fields/${ids['age']}`, { tags: ['years'], description: 'How old' })
    await app.ask('PUT', `/fields/${ids['id']}`, { tags: ['number'] })
    await app.ask('PUT', `/containers/${container}`, { key_fields: ['age'], group_by_fields: [['age']] })
    const kept = await makeCheck(app, container, { fields: ['age'] })
    const equal = await makeCheck(app, container, { fields: ['id'], anomaly_message_field: 'age' })
    const schema = await makeCheck(app, container, {
      rule: 'expectedSchema',
      fields: [],
      properties: { list: ['name', 'age'] },
    })
    await assertRefused(app, () => merge('age', 'id'), 409, 'wrong_state')
    await app.environment.store.pool.query(`update fields set status = 'missing' where id = $1`, [ids['age']])
    await assertRefused(app, () => merge('age', 'age'), 422, 'invalid')
    const { status, body } = await merge('age', 'id')
    assert.deepEqual(
      [status, body.id, body.name, body.status, body.description, body.ordinal],
      [200, ids['age'], 'id', 'active', 'How old', 0],
      JSON.stringify(body),
    )
    assert.deepEqual(
      body.global_tags.map(({ name }: { name: string }) => name),
      ['number', 'years'],
    )
    assert.equal((await app.ask('GET', `/fields/${ids['id']}`)).status, 404)
    const check = async (id: number) => (await app.ask('GET', `/quality-checks/${id}`)).body
    const moved = await check(kept)
    assert.deepEqual(
      [moved.status, moved.fields.map(({ name }: { name: string }) => name)],
      ['Active', ['id']],
    )
    const archived = await check(equal)
    assert.deepEqual([archived.status, archived.anomaly_message_field], ['Archived', 'id'])
    assert.deepEqual((await check(schema)).properties.list, ['name', 'id'])
    const settings = (await app.ask('GET', `/containers/${container}`)).body
    assert.deepEqual([settings.key_fields, settings.group_by_fields], [['id'], [['id']]])
  })

  test('fields of two containers are not merged', async () => {
    const { container: other } = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${other}&name=age`)
    ids['other'] = body.items[0].id
    await assertRefused(app, () => merge('name', 'other'), 422, 'invalid')
  })
})
