import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers/validate', (app) => {
  test('says that a container could be made, and keeps nothing', async () => {
    const { container } = await makePeople(app)
    const before = await app.rows()
    const { status } = await app.ask('POST', '/api/containers/validate?timeout_seconds=60', {
      container: {
        container_type: 'computed_file',
        name: 'computed',
        source_container_id: container,
        select_clause: 'count(*) as people',
      },
    })
    assert.equal(status, 204)
    assert.equal(await app.rows(), before)
  })
})
