import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../harness/runs.ts'

describeRuns('the weight of an anomaly', (app) => {
  test('is the sum of its checks as it was when the newest scan found it; that of a check follows its tags at once', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n' })
    await app.ask('POST', '/api/global-tags', { name: 'heavy', weight_modifier: 10 })
    const check = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    await app.ask('PUT', `/api/quality-checks/${check}`, { tags: ['heavy'] })
    const weights = async () => {
      const { body: anomalies } = await app.ask('GET', '/api/anomalies')
      const { body } = await app.ask('GET', `/api/quality-checks/${check}`)
      return { anomaly: anomalies.items[0].weight, check: body.weight }
    }
    await scanned(app, source)
    const heavy = await weights()
    assert.equal(heavy.anomaly, heavy.check)
    await app.ask('DELETE', '/api/global-tags/heavy')
    const light = heavy.check - 10
    assert.deepEqual(await weights(), { anomaly: heavy.anomaly, check: light })
    await scanned(app, source)
    assert.deepEqual(await weights(), { anomaly: light, check: light })
  })
})
