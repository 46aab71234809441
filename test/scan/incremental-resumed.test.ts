import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { anomaliesOf } from '../harness/findings.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

const unreadable = 'id,price\n1,1,3\n'

describeRuns('an incremental scan of files that is resumed after a part of them was read', (app) => {
  const prices = (...rows: [number, number][]) => csv(['id', 'price'], rows)
  const makeDays = async (): Promise<{ source: Source; container: number }> => {
    const source = await app.source({ 'day_1.csv': prices([1, 1]), 'day_2.csv': prices([2, 2]) })
    await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['price'] })
    return { source, container: (await app.containers(source)).get('day_*.csv') ?? 0 }
  }
  const incremental = (source: Source) => scanned(app, source, { incremental: true })
  const resumed = async (run: { id: number; result: string }) => {
    assert.equal(run.result, 'failure')
    assert.equal((await app.ask('PUT', `/api/operations/run/${run.id}`)).status, 200)
    await finish(app)
    assert.equal((await app.ended(run.id)).result, 'success')
  }
  const checkpoint = async (container: number) =>
    (await app.ask('GET', `/api/containers/${container}`)).body.incremental_checkpoint

  test('by a field leaves the point where it was, so that rows are read that came into that part meanwhile', async () => {
    const { source, container } = await makeDays()
    await app.ask('PUT', `/api/containers/${container}`, { incremental_field_name: 'id' })
    await incremental(source)
    assert.equal(await checkpoint(container), 2)
    source.write({ 'day_1.csv': prices([1, 1], [10, 1]), 'day_2.csv': unreadable })
    const failed = await incremental(source)
    source.write({ 'day_1.csv': prices([1, 1], [10, 1], [15, -1]), 'day_2.csv': prices([2, 2], [30, 1]) })
    await resumed(failed)
    assert.equal(await checkpoint(container), 2)
    assert.equal((await incremental(source)).status.records_processed, 3)
    assert.equal(await checkpoint(container), 30)
    assert.equal((await anomaliesOf(app, `&datastore=${source.datastore_id}`)).length, 1)
    assert.equal((await incremental(source)).status.records_processed, 0)
  })

  test('by the time of files leaves it where a scan that came between has moved it', async () => {
    const { source, container } = await makeDays()
    const write = (name: string, content: string, day: number) => {
      source.write({ [name]: content })
      const time = new Date(Date.UTC(2026, 0, day))
      utimesSync(join(source.folder, name), time, time)
    }
    write('day_1.csv', prices([1, 1]), 1)
    write('day_2.csv', prices([2, 2]), 1)
    await incremental(source)
    write('day_1.csv', prices([1, 1]), 2)
    write('day_2.csv', unreadable, 3)
    const failed = await incremental(source)
    write('day_2.csv', prices([2, 2]), 3)
    write('day_3.csv', prices([3, 3]), 4)
    await incremental(source)
    const between = await checkpoint(container)
    assert.equal(between, '2026-01-04T00:00:00.000Z')
    await resumed(failed)
    assert.equal(await checkpoint(container), between)
    assert.equal((await incremental(source)).status.records_processed, 0)
  })
})
