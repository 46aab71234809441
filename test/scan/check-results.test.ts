import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the check results of a scan', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  test('are searched by some of the digits of an id', async () => {
    const source = await app.source({ 'a.csv': csv(['v'], [[1]]) })
    const ids: number[] = []
    for (let most = 0; most < 11; most++) {
      ids.push(
        await app.check(source, 'a.csv', { rule: 'maxValue', fields: ['v'], properties: { value: most } }),
      )
    }
    const wanted = String(ids.at(-1)).slice(0, 1)
    const found = ids.filter((id) => String(id).includes(wanted))
    assert.ok(found.length < ids.length)
    const scan = await app.scan(source)
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/scan-checks?search=${wanted}`)
    assert.deepEqual(
      body.items.map(({ id }: { id: number }) => id),
      found,
    )
  })
})
