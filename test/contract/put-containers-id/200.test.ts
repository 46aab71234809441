import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /containers/{id} changes what is given', (app) => {
  let id = 0
  let editor = ''
  before(async () => {
    const people = await makePeople(app)
    id = people.container
    editor = await app.user('Member', { Editor: [people.datastore] })
  })
  const put = (change: object) => app.ask('PUT', `/api/containers/${id}`, change, editor)

  test('settings, metadata and tags; absent ones stay and null clears', async () => {
    const settings = {
      container_type: 'file',
      description: 'Everybody',
      additional_metadata: { owner: { team: 'data' } },
      incremental_field_name: 'id',
      incremental_identifier_type: 'batch-value',
      partition_field: 'age',
      treat_empty_as_null: false,
      has_header: true,
      escape_character: "'",
    }
    const { status, body } = await put({ ...settings, tags: ['pii'] })
    assert.equal(status, 200)
    for (const [member, value] of Object.entries(settings)) assert.deepEqual(body[member], value, member)
    assert.deepEqual((await put({ container_type: 'file' })).body, body)
    const cleared = await put({
      description: null,
      additional_metadata: null,
      has_header: null,
      partition_field: null,
    })
    const { description, additional_metadata, has_header, partition_field, escape_character } = cleared.body
    assert.deepEqual(
      [description, additional_metadata, has_header, partition_field, escape_character],
      [null, null, null, null, "'"],
    )
  })

  test('what was read can be sent back whole, also when a field in it has gone since', async () => {
    const { database } = app.environment.store
    await database.updateTable('fields').set({ status: 'missing' }).where('name', '=', 'id').execute()
    const { body } = await app.ask('GET', `/api/containers/${id}`)
    assert.equal(body.incremental_field_name, 'id')
    assert.deepEqual((await put({ ...body, force_drop_fields: true })).body, body)
  })
})
