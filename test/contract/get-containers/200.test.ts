import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makeDatastore, makePeople, syncDatastore } from '../../harness/factories.ts'

describeContract('GET /containers', (app) => {
  let people = { datastore: 0, container: 0 }
  let days = 0
  before(async () => {
    people = await makePeople(app)
    days = await makeDatastore(app, {
      'day_1.csv': 'a\n1\n',
      'day_2.csv': 'a\n2\n',
      'notes.csv': 'text\nx\n',
    })
    await syncDatastore(app, days)
    await app.ask('PUT', `/api/containers/${people.container}`, { tags: ['pii'] })
    const anomaly = await makeAnomaly(app, people.container, [await makeCheck(app, people.container)])
    // It is still open, and counted as that.
    await app.ask('PUT', `/api/anomalies/${anomaly}`, { status: 'Acknowledged' })
  })
  const names = async (query: string, token?: string) => {
    const { body } = await app.ask('GET', `/api/containers?${query}`, undefined, token)
    return body.items.map(({ name }: { name: string }) => name)
  }

  test('lists by name and filters', async () => {
    assert.deepEqual(await names(''), ['day_*.csv', 'notes.csv', 'people.csv'])
    assert.deepEqual(await names(`datastore=${days}`), ['day_*.csv', 'notes.csv'])
    assert.deepEqual(
      await names(`datastore=${days}&datastore=${people.datastore}`).then((all) => all.length),
      3,
    )
    assert.deepEqual(await names('name=notes.csv'), ['notes.csv'])
    assert.deepEqual(await names('search=NOTE'), ['notes.csv'])
    assert.deepEqual(await names(`search=${people.container}`), ['people.csv'])
    assert.deepEqual(await names('tag=pii&tag=none'), ['people.csv'])
    assert.deepEqual(await names('container_type=table'), [])
    assert.deepEqual(await names('size=1&page=2'), ['notes.csv'])
    assert.deepEqual(await names('archived=only'), [])
    assert.equal((await names('archived=include')).length, 3)
  })

  test('finds views as views, and containers by their status', async () => {
    const path = join(app.folder, 'shop.db')
    const file = new DatabaseSync(path)
    file.exec('create table sales (id integer); create view totals as select count(*) as n from sales')
    file.close()
    const connection = { name: 'a database file', type: 'sqlite', uri: path }
    const { body: shop } = await app.ask('POST', '/api/datastores', { name: 'shop', connection })
    await syncDatastore(app, shop.id)
    assert.deepEqual(await names('container_type=view'), ['totals'])
    assert.deepEqual(await names(`datastore=${shop.id}&container_type=table`), ['sales', 'totals'])
    await app.environment.store.pool.query("update containers set status = 'changed' where name = 'sales'")
    assert.deepEqual(await names('status=changed&status=inaccessible'), ['sales'])
    assert.deepEqual(await names(`datastore=${shop.id}&status=available`), ['totals'])
    await app.ask('DELETE', `/api/datastores/${shop.id}`)
  })

  test('shows how each stands when asked, and nothing of it unasked; sorts by it', async () => {
    const list = `/api/containers?datastore=${people.datastore}`
    const [plain] = (await app.ask('GET', list)).body.items
    assert.ok(!('last_scan' in plain) && !('verdicts' in plain) && !('open_anomalies' in plain))
    const [shown] = (await app.ask('GET', `${list}&include=standing`)).body.items
    assert.deepEqual(shown.verdicts, { passed: 0, failed: 0, unasserted: 0, never: 1 })
    assert.equal(shown.open_anomalies, 1)
    assert.deepEqual([shown.last_scan.result, shown.last_scan.records_processed], ['queued', 0])
    const { pool } = app.environment.store
    await pool.query(
      `insert into check_results (container_scan_id, quality_check_id, assertion_result, asserted_records, scan_start_time)
      select $1, id, 'failed', 2, now() from quality_checks`,
      [shown.last_scan.id],
    )
    const [judged] = (await app.ask('GET', `${list}&include=standing`)).body.items
    assert.deepEqual(judged.verdicts, { passed: 0, failed: 1, unasserted: 0, never: 0 })
    const { body } = await app.ask('GET', `/api/quality-checks?container=${shown.id}&last_result=failed`)
    assert.equal(body.total, judged.verdicts.failed)
    for (const order of [
      'sort_open_anomalies=desc',
      'sort_last_scan=desc',
      'sort_last_scan=asc',
      'sort_name=desc',
    ])
      assert.deepEqual((await names(order))[0], 'people.csv', order)
    assert.deepEqual((await names('sort_created=asc'))[0], 'people.csv')
    assert.deepEqual((await names('sort_quality_score=asc')).length, 3)
    await pool.query('delete from check_results')
  })

  test('shows what is in each', async () => {
    const { body } = await app.ask('GET', `/api/containers/${people.container}`)
    assert.deepEqual(body.metrics, { fields: 3, partitions: 1, active_checks: 1, active_anomalies: 1 })
    assert.deepEqual(
      [body.status, body.datastore.id, body.computed_fields],
      ['available', people.datastore, []],
    )
    const glob = await app.ask('GET', '/api/containers?name=day_*.csv')
    assert.equal(glob.body.items[0].metrics.partitions, 2)
  })

  test('leaves out what the caller may not see', async () => {
    assert.deepEqual(await names('', await app.user('Manager')), [])
    const member = await app.user('Member', { Reporter: [people.datastore] })
    assert.deepEqual(await names('', member), ['people.csv'])
    assert.deepEqual(await names(`datastore=${days}`, member), [])
  })

  test('the listing is a bare list of all names, of one datastore or of all that may be seen', async () => {
    const listing = async (query: string, token?: string) =>
      (await app.ask('GET', `/api/containers/listing${query}`, undefined, token)).body
    assert.deepEqual(await listing(`?datastore=${people.datastore}`), [
      { id: people.container, name: 'people.csv', container_type: 'file', table_type: null },
    ])
    assert.equal((await listing('')).length, 3)
    assert.deepEqual(await listing('', await app.user('Member')), [])
  })

  test('a wrong filter is 422', async () => {
    for (const query of ['datastore=x', 'container_type=folder', 'datastore=']) {
      assert.equal((await app.ask('GET', `/api/containers?${query}`)).status, 422)
    }
  })
})
