import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PUT /quality-checks/{id} refuses what cannot be a check', (app) => {
  let id = 0
  before(async () => {
    const { container } = await makePeople(app)
    id = await makeCheck(app, container)
  })
  for (const [change, at] of [
    [{ fields: ['nobody'] }, 'body.fields'],
    [{ filter: 'nobody = 1' }, 'body.filter'],
    [{ coverage: -1 }, 'body.coverage'],
    [{ properties: { min: 1 } }, 'body.properties.min'],
    [{ status: 'Archived' }, 'body.status'],
    [{ status: 'Open' }, 'body.status'],
    [{ description: null }, 'body.description'],
  ] as const) {
    test(JSON.stringify(change), async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('PUT', `/api/quality-checks/${id}`, change),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), [at])
    })
  }
})
