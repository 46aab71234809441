import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /global-tags refuses what is no tag', (app) => {
  for (const [input, at] of [
    [{}, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: ' ' }, 'body.name'],
    [{ name: '..' }, 'body.name'],
    [{ name: 'a/b' }, 'body.name'],
    [{ name: 'a?b' }, 'body.name'],
    [{ name: 'a#b' }, 'body.name'],
    [{ name: 'a%20b' }, 'body.name'],
    [{ name: String.raw`a\b` }, 'body.name'],
    [{ name: 'x', color: 'red' }, 'body.color'],
    [{ name: 'x', weight_modifier: 11 }, 'body.weight_modifier'],
    [{ name: 'x', weight_modifier: 1.5 }, 'body.weight_modifier'],
    [{ name: 'x', type: 'external' }, 'body.type'],
  ] as const) {
    test(JSON.stringify(input), async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('POST', '/api/global-tags', input),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), [at])
    })
  }
})
