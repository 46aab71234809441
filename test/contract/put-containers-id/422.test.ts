import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople, maskField } from '../../harness/factories.ts'

describeContract('PUT /containers/{id} refuses', (app) => {
  let id = 0
  before(async () => {
    id = (await makePeople(app)).container
    await maskField(app, id, 'age')
  })
  for (const [change, at] of [
    [{ container_type: 'table' }, 'body.container_type'],
    [{ container_type: 'folder' }, 'body.container_type'],
    [{ partition_field: 'nobody' }, 'body.partition_field'],
    [{ partition_field: 'name' }, 'body.partition_field'],
    [{ partition_field: 'age' }, 'body.partition_field'],
    [{ incremental_field_name: 'nobody' }, 'body.incremental_field_name'],
    [{ incremental_field_name: 'name' }, 'body.incremental_field_name'],
    [{ incremental_identifier_type: 'guess' }, 'body.incremental_identifier_type'],
    [
      { incremental_field_name: 'id', incremental_identifier_type: 'last-modified' },
      'body.incremental_identifier_type',
    ],
    [{ escape_character: 'ab' }, 'body.escape_character'],
    [{ additional_metadata: [] }, 'body.additional_metadata'],
    [{ tags: 'pii' }, 'body.tags'],
  ] as const) {
    test(JSON.stringify(change), async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('PUT', `/api/containers/${id}`, change),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), [at])
    })
  }
})
