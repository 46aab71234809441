import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /fields/{id} changes what is given', (app) => {
  let id = 0
  let editor = ''
  before(async () => {
    const people = await makePeople(app)
    const { body } = await app.ask('GET', `/fields?container=${people.container}&name=age`)
    id = body.items[0].id
    editor = await app.user('Member', { Editor: [people.datastore] })
  })

  test('a field is masked and shown again; absent members stay', async () => {
    const masked = await app.ask('PUT', `/fields/${id}`, { status: 'masked', description: 'Years' }, editor)
    assert.deepEqual([masked.status, masked.body.status, masked.body.description], [200, 'masked', 'Years'])
    const shown = await app.ask('PUT', `/fields/${id}`, { status: 'active' }, editor)
    assert.deepEqual([shown.body.status, shown.body.description], ['active', 'Years'])
  })

  test('tags and metadata are kept; tags find the field, and an absent list keeps them', async () => {
    const members = { tags: ['pii', 'age'], additional_metadata: { unit: 'years' } }
    const { body } = await app.ask('PUT', `/fields/${id}`, members, editor)
    const names = (field: { global_tags: { name: string }[] }) => field.global_tags.map(({ name }) => name)
    assert.deepEqual([names(body), body.additional_metadata], [['age', 'pii'], { unit: 'years' }])
    const found = await app.ask('GET', '/fields?tag=pii&tag=other')
    assert.deepEqual(
      found.body.items.map((field: { id: number }) => field.id),
      [id],
    )
    assert.deepEqual(names((await app.ask('PUT', `/fields/${id}`, { description: null }, editor)).body), [
      'age',
      'pii',
    ])
    const none = await app.ask('PUT', `/fields/${id}`, { tags: [], additional_metadata: null }, editor)
    assert.deepEqual([names(none.body), none.body.additional_metadata], [[], null])
  })

  test('what was read can be sent back whole', async () => {
    const { body } = await app.ask('GET', `/fields/${id}`)
    assert.deepEqual((await app.ask('PUT', `/fields/${id}`, body, editor)).body, body)
  })
})
