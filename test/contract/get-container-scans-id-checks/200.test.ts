import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, scanned } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

describeRuns('GET /container-scans/{id}/checks', (app) => {
  let source: Source
  let path = ''
  before(async () => {
    source = await app.source({ 'a.csv': 'id,price\n1,-1\n2,-2\n3,3\n' })
    // Ids of several digits, to be found by some of them.
    await app.environment.store.pool.query(
      `select setval(pg_get_serial_sequence('quality_checks', 'id'), 5170)`,
    )
    const price = { fields: ['price'] }
    await app.check(source, 'a.csv', { rule: 'notNegative', description: 'two fail', ...price })
    await app.check(source, 'a.csv', {
      rule: 'minValue',
      description: 'one fails',
      properties: { value: -1 },
      ...price,
    })
    await app.check(source, 'a.csv', { rule: 'notNull', description: 'none fails', ...price })
    await app.check(source, 'a.csv', {
      rule: 'notNull',
      description: 'none is asked',
      filter: 'price > 100',
      ...price,
    })
    const { container_scans } = await scanned(app, source)
    path = `/api/container-scans/${container_scans[0].id}/checks`
  })
  const listed = async (query: string): Promise<string[]> => {
    const { status, body } = await app.ask('GET', `${path}?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items.map((item: { description: string }) => item.description)
  }

  test('has each verdict, with the anomalies of the check and of the whole container scan', async () => {
    const { body } = await app.ask('GET', path)
    assert.deepEqual(
      body.items.map((item: Record<string, unknown>) => [
        item['description'],
        item['assertion_result'],
        item['scan_anomaly_count'],
        item['container_scan_anomaly_count'],
        item['asserted_records'],
        item['anomalous_records'],
      ]),
      [
        ['two fail', 'failed', 2, 2, 3, 2],
        ['one fails', 'failed', 1, 2, 3, 1],
        ['none fails', 'passed', 0, 2, 3, 0],
        ['none is asked', 'unasserted', 0, 2, 0, 0],
      ],
    )
    assert.deepEqual(
      body.items[0].fields.map(({ name }: { name: string }) => name),
      ['price'],
    )
    assert.match(body.items[3].assertion_details, /no rows/)
  })

  test('marks no check as passing that had no rows, and leaves the verdict of one that has none any more', async () => {
    const emptied = await app.source({ 'few.csv': 'id,price\n1,-1\n' })
    const check = { rule: 'notNegative', fields: ['price'] }
    const failing = await app.check(emptied, 'few.csv', { ...check, description: 'fails once' })
    const unasked = await app.check(emptied, 'few.csv', {
      ...check,
      description: 'none',
      filter: 'price > 100',
    })
    const verdictOf = async (id: number) => {
      const { body } = await app.ask('GET', `/api/quality-checks/${id}`)
      return [body.is_passing, body.last_asserted === null]
    }
    await scanned(app, emptied)
    assert.deepEqual(await verdictOf(failing), [false, false])
    assert.deepEqual(await verdictOf(unasked), [null, true])
    emptied.write({ 'few.csv': 'id,price\n' })
    await scanned(app, emptied)
    assert.deepEqual(await verdictOf(failing), [false, false])
  })

  test('sorts and filters by anomalies: what has no verdict counts as passed', async () => {
    assert.deepEqual(await listed('result=failed'), ['two fail', 'one fails'])
    assert.deepEqual(await listed('result=passed'), ['none fails', 'none is asked'])
    assert.deepEqual(await listed('sort_anomalies=asc&result=failed'), ['one fails', 'two fail'])
    assert.deepEqual(await listed('search=TWO%20F'), ['two fail'])
    assert.deepEqual(await listed('search=100%25'), [])
    const { body } = await app.ask('GET', path)
    assert.deepEqual(await listed(`search=${body.items[2].id}`), ['none fails'])
    assert.deepEqual(await listed('page=2&size=3'), ['none is asked'])
    assert.deepEqual(await listed('sort_anomalies=desc'), await listed(''))
  })

  test('finds a check by a part of its id, as by a part of its description', async () => {
    const all = ['two fail', 'one fails', 'none fails', 'none is asked']
    assert.deepEqual(await listed('search=517'), all)
    assert.deepEqual(await listed('search=17'), all)
    assert.deepEqual(await listed('search=71'), ['two fail'])
    assert.deepEqual(await listed('search=518'), [])
  })

  test('is for a Viewer, and not for a Reporter', async () => {
    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    assert.equal((await app.ask('GET', path, undefined, viewer)).status, 200)
    await assertRefused(app, () => app.ask('GET', path, undefined, reporter), 403, 'forbidden')
  })
})
