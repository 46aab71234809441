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

  test('costs one unit for a container that has no check, which has a partition scan of each of its files', async () => {
    const source = await app.source({ 'a.csv': rows, 'p_1.csv': rows, 'p_2.csv': rows, 'p_3.csv': rows })
    // One came since the sync, one has become longer, one is empty.
    source.write({ 'p_2.csv': `${rows}3,9\n`, 'p_3.csv': '', 'p_4.csv': rows })
    const id = await app.trigger(source, { type: 'scan' })
    await finish(app)
    const scan = await app.ended(id)
    assert.deepEqual(resultsOf(scan.container_scans), [
      ['a.csv', 'success', 2],
      ['p_*.csv', 'success', 7],
    ])
    assert.deepEqual([scan.result, scan.message, scan.status.containers_analyzed], ['success', null, 2])
    assert.deepEqual([scan.status.records_processed, scan.status.partitions_scanned], [9, 5])
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
    const parts: { partition: { id: number; name: string }; records_processed: number; result: string }[] =
      body.partition_scans
    assert.deepEqual(
      parts.map(({ partition, records_processed, result }) => [partition.name, records_processed, result]),
      [
        ['p_1.csv', 2, 'success'],
        ['p_2.csv', 3, 'success'],
        ['p_3.csv', 0, 'success'],
        ['p_4.csv', 2, 'success'],
      ],
    )
    assert.equal(new Set(parts.map(({ partition }) => partition.id)).size, 4)
    assert.ok(parts.every(({ partition }) => Number.isInteger(partition.id)))
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
