import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /quality-check-templates refuses', (app) => {
  test('what no check could be, naming the member', async () => {
    for (const [members, place] of [
      [{}, 'body.rule'],
      [{ rule: 'noSuchRule' }, 'body.rule'],
      [{ rule: 'notNull', properties: { min: 1 } }, 'body.properties.min'],
      [{ rule: 'fieldCount', properties: { value: 1 }, filter: 'x > 1' }, 'body.filter'],
      [{ rule: 'fieldCount', properties: { value: 1 }, coverage: 0.5 }, 'body.coverage'],
      [{ rule: 'notNull', filter: 'region = each()' }, 'body.filter'],
      [{ rule: 'between', properties: { min: 2, max: 1 } }, 'body.properties.min'],
    ] as const) {
      const ask = () => app.ask('POST', '/api/quality-check-templates', { description: 'x', ...members })
      assert.deepEqual(
        places(await assertRefused(app, ask, 422, 'invalid')),
        [place],
        JSON.stringify(members),
      )
    }
  })
})
