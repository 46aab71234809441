import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /fields/{id} excludes a field, or deletes it', (app) => {
  let container = 0
  let editor = ''
  const field = async (name: string) => {
    const path = `/fields?container=${container}&name=${name}&status=active&status=excluded`
    return (await app.ask('GET', path)).body.items[0]
  }
  before(async () => {
    const people = await makePeople(app)
    container = people.container
    editor = await app.user('Member', { Editor: [people.datastore] })
  })

  test('checks that name it are archived, and an expected schema does not name it any more', async () => {
    const { id } = await field('age')
    const named = await makeCheck(app, container, { fields: ['age'] })
    const compared = await makeCheck(app, container, {
      rule: 'lessThanField',
      fields: ['id'],
      properties: { field_name: 'age' },
    })
    const other = await makeCheck(app, container)
    const list = ['id', { name: 'age', type: 'Integral' }]
    const schema = await makeCheck(app, container, {
      rule: 'expectedSchema',
      fields: [],
      properties: { list, allow_other_fields: true },
    })
    const { status, body } = await app.ask('DELETE', `/fields/${id}`, undefined, editor)
    assert.deepEqual([status, body], [204, ''])
    assert.equal((await field('age')).status, 'excluded')
    const check = async (one: number) => (await app.ask('GET', `/quality-checks/${one}`)).body
    assert.deepEqual(
      [(await check(named)).status, (await check(compared)).status, (await check(other)).status],
      ['Archived', 'Archived', 'Active'],
    )
    const left = await check(schema)
    assert.deepEqual([left.status, left.properties.list], ['Active', ['id']])
    const put = await app.ask('PUT', `/fields/${id}`, await field('age'), editor)
    assert.deepEqual([put.status, put.body.status], [200, 'excluded'], 'what was read can be sent back')
    const made = { container_id: container, description: 'x', rule: 'notNull', fields: ['age'] }
    const refused = await app.ask('POST', '/quality-checks', made)
    assert.equal(refused.status, 422)
    assert.match(refused.body.detail[0].msg, /"age" is excluded/)
  })

  test('a computed field is deleted for good', async () => {
    const { body } = await app.ask('POST', '/computed-fields', {
      container_id: container,
      name: 'text_id',
      transformation: 'cast',
      source_fields: ['id'],
      properties: { target_type: 'string' },
    })
    const { id } = await field('text_id')
    assert.equal((await app.ask('DELETE', `/fields/${id}?archive=false`, undefined, editor)).status, 204)
    assert.equal((await app.ask('GET', `/fields/${id}`)).status, 404)
    assert.equal((await app.ask('PUT', `/computed-fields/${body.id}`, {})).status, 404)
  })
})
