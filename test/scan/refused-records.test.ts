import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { linkFolder } from '../harness/linked-folder.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import type { Source } from '../harness/working-app.ts'

describeRuns('a view whose failing rows can be counted and not be shown', (app) => {
  let store: TableStore
  let source: Source
  before(async () => {
    store = (await tableStores['duckdb']?.(app.folder)) ?? assert.fail()
    await store.run([
      'create table sales as select id, id - 31 as price from range(60) as numbers(id)',
      `create table people as select id, 'k7q-' || id as pin from range(3) as numbers(id)`,
      `create view pins as select * from people where case when id = 2 then error(pin || ' is torn') else true end`,
      `create view shown as select id, price, case when price < 0 then error('the note is torn') else 'fine' end as note from sales`,
    ])
    source = await datastoreOn(app, 'duckdb', store)
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    await app.check(source, 'shown', { rule: 'notNegative', fields: ['price'], description: 'prices' })
    await app.check(source, 'shown', { rule: 'notNull', fields: ['id'], description: 'ids' })
  })
  after(() => store.close())

  test('has its verdict and its anomaly, and the run says that rows are missing and why', async () => {
    const scan = await scanned(app, source, {
      container_names: ['shown'],
      high_count_rollup_threshold: 10,
    })
    assert.equal(scan.result, 'success', scan.message)
    const verdicts = await verdictsOf(app, scan.container_scans[0].id)
    assert.deepEqual(
      [...verdicts]
        .map(([name, { result, asserted, anomalous }]) => [name, result, asserted, anomalous])
        .toSorted(),
      [
        ['ids', 'passed', 60, 0],
        ['prices', 'failed', 60, 31],
      ],
    )
    const [anomaly, ...others] = await anomaliesOf(app)
    assert.deepEqual(others, [])
    assert.deepEqual([anomaly?.type, anomaly?.count, anomaly?.failed], ['shape', 31, ['prices']])
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
    const warnings = (body.items as { level: string; message: string }[]).filter(
      ({ level }) => level === 'warning',
    )
    assert.equal(warnings.length, 1)
    assert.match(
      warnings[0]?.message ?? '',
      /^The source does not show the rows that fail check \d+: .*the note is torn\.$/,
    )
  })

  test('fails to be copied with a reason that ends before that of the next container begins', async () => {
    await linkFolder(app, source.datastore_id)
    const copied = await app.trigger(source, { type: 'materialize', container_names: ['shown', 'pins'] })
    await finish(app)
    const { message } = await app.ended(copied)
    assert.match(message, /"pins": [^"]*k7q-2 is torn\. "shown": [^"]*the note is torn\.$/)
  })

  test('leaves what the source said in the log until a field of the container is masked', async () => {
    const scan = await scanned(app, source, {
      container_names: ['shown', 'pins'],
      high_count_rollup_threshold: 10,
    })
    assert.equal(scan.result, 'success', scan.message)
    const logged = async (): Promise<string> => {
      const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
      return body.items.map(({ message }: { message: string }) => message).join('\n')
    }
    assert.match(await logged(), /rows that fail check \d+: .*the note is torn/)
    assert.match(await logged(), /It has no checks, and its records could not be counted\. .*k7q-2 is torn/)
    for (const name of ['note', 'pin']) {
      const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=${name}`)
      for (const { id } of body.items) await app.ask('PUT', `/api/fields/${id}`, { status: 'masked' })
    }
    assert.match(await logged(), /rows that fail check \d+\. The reason is withheld/)
    assert.doesNotMatch(await logged(), /is torn/)
  })
})
