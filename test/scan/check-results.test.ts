import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the check results of a scan', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  test('are searched by a whole id, not by some of its digits', async () => {
    const source = await app.source({ 'a.csv': csv(['v'], [[1]]) })
    const ids: number[] = []
    for (let most = 0; most < 11; most++) {
      ids.push(
        await app.check(source, 'a.csv', { rule: 'maxValue', fields: ['v'], properties: { value: most } }),
      )
    }
    const wanted = ids.find((id) => ids.some((other) => other !== id && String(other).includes(String(id))))
    assert.ok(wanted !== undefined)
    const scan = await app.scan(source)
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/scan-checks?search=${wanted}`)
    assert.deepEqual(
      body.items.map(({ id }: { id: number }) => id),
      [wanted],
    )
  })
})
