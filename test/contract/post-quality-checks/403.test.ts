import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-checks refuses to read another datastore for those who may not', (app) => {
  test('Viewer is needed on the container that the check refers to; 404 when it is not there', async () => {
    const here = await makePeople(app)
    const there = await makePeople(app)
    const reporter = await app.user('Member', { Author: [here.datastore], Reporter: [there.datastore] })
    const viewer = await app.user('Member', { Author: [here.datastore], Viewer: [there.datastore] })
    const post = (ref_container_id: number, token: string) =>
      app.ask(
        'POST',
        '/api/quality-checks',
        {
          container_id: here.container,
          description: 'Known people only',
          rule: 'existsIn',
          fields: ['name'],
          properties: { ref_container_id, field_name: 'name' },
        },
        token,
      )
    await assertRefused(app, () => post(there.container, reporter), 403, 'forbidden')
    await assertRefused(app, () => post(999, viewer), 404, 'not_found')
    const { status, body } = await post(there.container, viewer)
    assert.deepEqual([status, body.rule_type], [201, 'existsIn'])
  })
})
