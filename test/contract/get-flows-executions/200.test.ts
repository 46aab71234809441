import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeFlow } from '../../harness/flows.ts'

describeContract('GET /flows/executions', (app) => {
  test('the newest comes first, and by what is asked for', async () => {
    const [told, quiet] = [await makeFlow(app), await makeFlow(app, { actions: [] })]
    const begun: number[] = []
    for (const { id } of [told, quiet, told])
      begun.push((await app.ask('POST', `/api/flows/${id}/execute`)).body.id)
    const [first, second, third] = begun
    const idsOf = async (query: string) =>
      (await app.ask('GET', `/api/flows/executions${query}`)).body.items.map(({ id }: { id: number }) => id)
    for (const [query, expected] of [
      ['', [third, second, first]],
      [`?flow=${told.id}`, [third, first]],
      [`?flow=${told.id}&flow=${quiet.id}`, [third, second, first]],
      ['?result=success', [second]],
      ['?result=running', [third, first]],
      ['?trigger_type=manual', [third, second, first]],
      ['?trigger_type=anomaly', []],
      ['?undelivered=true', []],
      ['?size=1&page=2', [second]],
    ] as const)
      assert.deepEqual(await idsOf(query), expected, query)
    const { body: page } = await app.ask('GET', '/api/flows/executions?size=1')
    assert.deepEqual(page.items[0], (await app.ask('GET', `/api/flows/executions/${third}`)).body)
  })
})
