import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimMore, claimUnit } from '../../src/store/queue/claim.ts'
import { claimTogether } from '../harness/claimed-units.ts'
import { describeRuns, finish } from '../harness/runs.ts'
import type { Source } from '../harness/working-app.ts'

describeRuns('containers of a run that are profiled together', (app) => {
  /** Containers that can be read, one that cannot be read any more, and one of several partitions. */
  async function mixedSource(): Promise<Source> {
    const prices = 'id,price\n1,1.5\n2,2.5\n3,\n'
    const source = await app.source({
      'a.csv': prices,
      'b.csv': prices,
      'gone.csv': prices,
      'days_1.csv': prices,
      'days_2.csv': prices,
    })
    source.remove('gone.csv')
    return source
  }

  async function shownOf(source: Source, run: { result: string; message: string | null; status: object }) {
    const containers = await app.containers(source)
    const figures: unknown[] = []
    for (const [name, id] of [...containers].sort()) {
      const { body } = await app.ask('GET', `/api/containers/${id}/field-profiles`)
      const shown = body.items.map((item: Record<string, unknown>) => [
        item['name'],
        item['mean'],
        item['completeness'],
      ])
      figures.push([name, shown])
    }
    return { result: run.result, message: run.message, status: run.status, figures }
  }

  test('leave what they leave one by one', async () => {
    const alone = await mixedSource()
    const first = await app.trigger(alone, { type: 'profile' })
    while (await app.step()) continue
    const expected = await shownOf(alone, await app.ended(first))
    assert.equal(expected.result, 'failure')

    const source = await mixedSource()
    const id = await app.trigger(source, { type: 'profile' })
    assert.equal(await app.step(), 'plan')
    const { database } = app.environment.store
    const unit = await claimUnit(database, 'together', 10)
    assert.ok(unit)
    const units = [unit, ...(await claimMore(database, unit, 'together', 10, 99))]
    assert.equal(units.length, 4)
    const { signal } = new AbortController()
    await workUnits(
      app.environment,
      units.map((unit) => ({ unit, signal })),
    )
    while (await app.step()) continue
    assert.deepEqual(await shownOf(source, await app.ended(id)), expected)
  })

  test('leave what they leave one by one where they are partitions of several containers', async () => {
    const parts = () =>
      app.source({
        'day_1.csv': 'id,price\n1,1.5\n2,2.5\n',
        'day_2.csv': 'id,price\n3,\n',
        'day_3.csv': 'id,price\n4,9\n',
        'week_1.csv': 'id,price\n1,1\n',
        'week_2.csv': 'id,price\n1,2\n',
      })
    const alone = await parts()
    const first = await app.trigger(alone, { type: 'profile' })
    for (const kind of ['plan', 'container', 'container']) assert.equal(await app.step(), kind)
    alone.remove('week_2.csv')
    await finish(app)
    const source = await parts()
    const { id, units } = await claimTogether(app, source, 'profile', {
      begun: 2,
      change: () => source.remove('week_2.csv'),
    })
    assert.equal(units.length, 5)
    const { signal } = new AbortController()
    await workUnits(
      app.environment,
      units.map((unit) => ({ unit, signal })),
    )
    await finish(app)
    const run = await app.ended(id)
    assert.match(run.message, /The file "week_2\.csv" is gone\./)
    assert.deepEqual(await shownOf(source, run), await shownOf(alone, await app.ended(first)))
    const partsOf = async (operation: number) =>
      app.environment.store.database
        .selectFrom('container_profiles as parts')
        .innerJoin('operation_containers as scans', 'scans.id', 'parts.operation_container_id')
        .select(['partition_name', 'records_count', 'parts.records_processed'])
        .where('scans.operation_id', '=', operation)
        .orderBy('partition_name')
        .execute()
    assert.deepEqual(await partsOf(id), await partsOf(first))
  })
})
