import assert from 'node:assert/strict'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

describeRuns('an incremental scan of files', (app) => {
  const modified = (source: Source, name: string, time: string) =>
    utimesSync(join(source.folder, name), new Date(time), new Date(time))
  const days = async (...times: string[]): Promise<Source> => {
    const files = Object.fromEntries(times.map((_, day) => [`days_${day}.csv`, csv(['v'], [[1]])]))
    const source = await app.source(files)
    times.forEach((time, day) => modified(source, `days_${day}.csv`, time))
    await app.check(source, 'days_*.csv', { rule: 'notNegative', fields: ['v'] })
    return source
  }
  const came = (source: Source, name: string, time: string) => {
    source.write({ [name]: csv(['v'], [[1]]) })
    modified(source, name, time)
  }
  const read = async (source: Source): Promise<string[]> => {
    const run = await scanned(app, source, { incremental: true })
    assert.equal(run.result, 'success')
    const { body } = await app.ask('GET', `/api/container-scans/${run.container_scans[0].id}`)
    return body.partition_scans.map(({ partition }: { partition: { name: string } }) => partition.name)
  }
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']

  test('reads one that came later with the time of the newest that was read, once', async () => {
    const source = await days(early, late)
    assert.deepEqual(await read(source), ['days_0.csv', 'days_1.csv'])
    came(source, 'days_2.csv', late)
    assert.deepEqual(await read(source), ['days_2.csv'])
    came(source, 'days_3.csv', late)
    assert.deepEqual(await read(source), ['days_3.csv'])
    assert.deepEqual(await read(source), [])
  })

  test('reads one that came since the last sync once', async () => {
    const source = await days(early, early)
    assert.deepEqual(await read(source), ['days_0.csv', 'days_1.csv'])
    came(source, 'days_2.csv', late)
    assert.deepEqual(await read(source), ['days_2.csv'])
    assert.deepEqual(await read(source), [])
  })

  test('reads the next time what a sync finds while it goes on', async () => {
    const source = await days(early, early)
    const id = await app.trigger(source, { type: 'scan', incremental: true })
    for (const kind of ['plan', 'container', 'partition']) assert.equal(await app.step(), kind)
    came(source, 'days_2.csv', late)
    await app.trigger(source, { type: 'sync' })
    for (const kind of ['partition', 'plan', 'conclude']) assert.equal(await app.step(), kind)
    await finish(app)
    assert.equal((await app.ended(id)).status.partitions_scanned, 2)
    assert.deepEqual(await read(source), ['days_2.csv'])
  })

  test('reads one again that was written anew', async () => {
    const source = await days(early, early)
    await read(source)
    source.write({ 'days_1.csv': csv(['v'], [[1], [2]]) })
    modified(source, 'days_1.csv', late)
    assert.deepEqual(await read(source), ['days_1.csv'])
    assert.deepEqual(await read(source), [])
  })
})
