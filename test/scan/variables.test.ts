import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the variables of a scan', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  test('may be given as SQL text, as a number and as a truth, each written as SQL writes it', async () => {
    const source = await app.source({ 'a.csv': csv(['price'], [[-1], [5], [9]]) })
    const filter = 'price < {{ most }} and price <> {{ but }} and {{ wanted }}'
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'], filter })
    const found = async (check_variables: object) => {
      const scan = await app.scan(source, { check_variables })
      assert.deepEqual([scan.message, scan.check_variables], [null, check_variables])
      return scan.status.anomalies_identified
    }
    assert.equal(await found({ most: 6, but: '(2 + 3)', wanted: true }), 1)
    assert.equal(await found({ most: -0.5, but: 5, wanted: true }), 1)
    assert.equal(await found({ most: 6, but: 5, wanted: false }), 0)
  })
})
