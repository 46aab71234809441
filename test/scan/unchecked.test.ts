import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv } from '../harness/working-app.ts'

const rows = csv(
  ['id', 'price'],
  [
    [1, -5],
    [2, 7],
  ],
)

describeRuns('a scan of a datastore with containers that nobody checks', (app) => {
  const resultsOf = (scans: { container: { name: string }; result: string; records_processed: number }[]) =>
    scans.map(({ container, result, records_processed }) => [container.name, result, records_processed])

  test('counts those that it can read, and remarks those that it cannot', async () => {
    const source = await app.source({ 'a.csv': rows, 'b.csv': rows, 'c.csv': rows })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    source.remove('c.csv')
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    const scan = await app.ended(id)
    assert.equal(scan.result, 'success')
    assert.equal(
      scan.message,
      'Without checks, and their records could not be counted: "c.csv"; the log says why.',
    )
    assert.deepEqual(resultsOf(scan.container_scans), [
      ['a.csv', 'success', 2],
      ['b.csv', 'success', 2],
      ['c.csv', 'success', 0],
    ])
    assert.match(
      scan.container_scans[2].message,
      /^It has no checks, and its records could not be counted\. /,
    )
    const { body } = await app.ask('GET', `/api/operations/${id}/logs`)
    assert.deepEqual(
      body.items.map(({ level }: { level: string }) => level),
      ['warning'],
    )
  })

  test('costs one unit and one partition scan for a container that has no check, whatever its files', async () => {
    const source = await app.source({ 'a.csv': rows, 'p_1.csv': rows, 'p_2.csv': rows, 'p_3.csv': rows })
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    const scan = await app.ended(id)
    assert.deepEqual(resultsOf(scan.container_scans), [
      ['a.csv', 'success', 2],
      ['p_*.csv', 'success', 6],
    ])
    assert.deepEqual([scan.result, scan.message, scan.status.containers_analyzed], ['success', null, 2])
    assert.deepEqual([scan.status.records_processed, scan.status.partitions_scanned], [8, 2])
    const units = await app.environment.store.database
      .selectFrom('units')
      .select('kind')
      .where('operation_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      units.map(({ kind }) => kind),
      ['plan', 'container', 'container'],
    )
    const { body } = await app.ask('GET', `/api/container-scans/${scan.container_scans[1].id}`)
    assert.deepEqual(
      body.partition_scans.map(({ partition, records_processed }: Record<string, unknown>) => [
        partition,
        records_processed,
      ]),
      [[{ id: null, name: 'p_*.csv' }, 6]],
    )
  })

  test('counts one without checks whose columns are others than at the last sync', async () => {
    const source = await app.source({ 'a.csv': rows })
    source.write({ 'a.csv': csv(['other'], [[1], [2], [3]]) })
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    assert.deepEqual(resultsOf((await app.ended(id)).container_scans), [['a.csv', 'success', 3]])
  })

  test('reads no value of one that has no check: a cell that does not fit is not noticed', async () => {
    const source = await app.source({ 'a.csv': rows })
    source.write({ 'a.csv': `${rows}x,y\n` })
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    const scan = await app.ended(id)
    assert.deepEqual([scan.message, ...resultsOf(scan.container_scans)], [null, ['a.csv', 'success', 3]])
  })

  test('fails for one that has a check', async () => {
    const source = await app.source({ 'a.csv': rows })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    source.remove('a.csv')
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    assert.equal((await app.ended(id)).result, 'failure')
  })

  test('says how many containers there are from the first moment at which it is running', async () => {
    const source = await app.source({ 'a.csv': rows, 'b.csv': rows })
    const id = await app.trigger(source, { type: 'scan' })
    const seen: unknown[] = []
    for (;;) {
      const { body } = await app.ask('GET', `/api/operations/${id}`)
      seen.push([body.result, body.status.total_containers])
      if (!(await app.step())) break
    }
    assert.deepEqual(seen, [
      ['queued', 0],
      ['queued', 2],
      ['running', 2],
      ['success', 2],
    ])
  })
})
