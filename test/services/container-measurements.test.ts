import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('How a container changes', () => {
  let app: WorkingApp
  let source: Source
  before(async () => {
    app = await startWorkingApp()
    source = await app.source({ 'days/1.csv': 'a\n1\n2\n', 'days/2.csv': 'a\n3\n' })
    await app.check(source, 'days/*.csv', { rule: 'notNull', fields: ['a'] })
  })
  after(() => app.close())
  const measured = async () => {
    const id = (await app.containers(source)).get('days/*.csv')
    const { body } = await app.ask('GET', `/api/containers/${id}/measurements`)
    return body.items.map(({ row_count, size_bytes }: Record<string, unknown>) => [row_count, size_bytes])
  }
  const run = async (payload: { type: string; [member: string]: unknown }) => {
    const { result, message } = await app.ended(await app.trigger(source, payload))
    assert.equal(result, 'success', message)
  }

  test('is measured by a sync that finds something else, each full scan and each profile', async () => {
    assert.deepEqual(await measured(), [[null, 10]])
    await run({ type: 'sync' })
    assert.deepEqual(await measured(), [[null, 10]])
    await run({ type: 'scan' })
    await run({ type: 'profile' })
    assert.deepEqual(await measured(), [
      [3, 10],
      [3, 10],
      [null, 10],
    ])
    source.write({ 'days/2.csv': 'a\n3\n4\n5\n' })
    await run({ type: 'sync' })
    assert.deepEqual((await measured())[0], [null, 14])
  })

  test('has no number of rows where a scan was told to read some of them', async () => {
    await run({ type: 'scan', max_records_analyzed_per_partition: 1 })
    assert.deepEqual((await measured())[0], [null, 14])
    await run({ type: 'profile' })
    assert.deepEqual((await measured())[0], [5, 14])
  })
})
