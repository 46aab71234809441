import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { makeCheck, syncDatastore } from '../../harness/factories.ts'
import { describeRuns, finish, scanned } from '../../harness/runs.ts'
import { upload } from '../../harness/uploads.ts'
import { workbookOf } from '../../harness/workbooks.ts'
import type { Source } from '../../harness/working-app.ts'

describeRuns('POST /containers/{id}/scan', (app) => {
  /** Orders with two bad prices, and checks of them that stay Active. */
  async function makeOrders(): Promise<{ source: Source; container: number }> {
    const source = await app.source({
      'orders.csv': 'id,price,customer\n1,5,Ada\n2,-7,Bob\n3,-8,Cid\n',
    })
    await app.check(source, 'orders.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['customer'], filter: 'price > 1' })
    const container = (await app.containers(source)).get('orders.csv') ?? 0
    return { source, container }
  }

  async function judged(container: number, rows: object[], name?: string) {
    const { status, body } = await app.ask('POST', `/api/containers/${container}/scan`, {
      records: JSON.stringify(rows),
      ...(name && { name }),
    })
    assert.deepEqual([status, body.type, body.result], [200, 'external_scan', 'queued'])
    await finish(app)
    return app.ended(body.id)
  }

  /** What a run found in its only container: `anomalies`, or `source-records`. */
  async function foundBy(operation: number, what: 'anomalies' | 'source-records') {
    const { body } = await app.ask('GET', `/api/container-scans?operation=${operation}`)
    return (await app.ask('GET', `/api/container-scans/${body.items[0].id}/${what}`)).body.items
  }
  const kept = async () => {
    const { database } = app.environment.store
    const files = await database.selectFrom('given_files').select('name').execute()
    const parts = await database.selectFrom('given_file_parts').select('ordinal').execute()
    return files.length + parts.length
  }

  test('judges the rows of the request by the checks of the container, and reads none of its own', async () => {
    const { container } = await makeOrders()
    const rows = [
      { id: 10, price: -1, customer: 'Zoe' },
      { id: 11, price: 2, customer: null },
      { id: 12, price: 3, customer: 'Yul' },
    ]
    const run = await judged(container, rows, 'march.json')
    assert.deepEqual(
      [
        run.result,
        run.message,
        run.name,
        run.incremental,
        run.status.records_processed,
        run.status.anomalies_identified,
      ],
      ['success', null, 'march.json', false, 3, 2],
    )
    const found = await foundBy(run.id, 'source-records')
    assert.deepEqual(
      found.map(({ record }: { record: object }) => record),
      rows.slice(0, 2),
    )
    const { body: scans } = await app.ask('GET', `/api/container-scans?operation=${run.id}`)
    assert.equal(scans.items[0].records_processed, 3)
    assert.equal(await kept(), 0)
  })

  test('leaves what scans of the container found as it is, and is left by them', async () => {
    const { source, container } = await makeOrders()
    const before = await foundBy((await scanned(app, source)).id, 'anomalies')
    assert.equal(before.length, 2)
    const row = { id: 2, price: -7, customer: 'Bob' }
    const run = await judged(container, [row])
    const given = await foundBy(run.id, 'anomalies')
    assert.equal(given.length, 1)
    assert.ok(!before.some(({ id }: { id: number }) => id === given[0].id))
    const after = await Promise.all(
      before.map(async ({ id }: { id: number }) => (await app.ask('GET', `/api/anomalies/${id}`)).body),
    )
    assert.deepEqual(
      after.map(({ status, last_detected }) => [status, last_detected]),
      before.map(({ status, last_detected }: Record<string, unknown>) => [status, last_detected]),
    )
    source.write({ 'orders.csv': 'id,price,customer\n1,5,Ada\n2,7,Bob\n' })
    await scanned(app, source)
    const statuses = await Promise.all(
      [...before, ...given].map(
        async ({ id }: { id: number }) => (await app.ask('GET', `/api/anomalies/${id}`)).body.status,
      ),
    )
    assert.deepEqual(statuses, ['Resolved', 'Resolved', 'Active'])
  })

  test('says nothing of how the container and its checks stand', async () => {
    const { source, container } = await makeOrders()
    source.write({ 'orders.csv': 'id,price,customer\n1,5,Ada\n2,7,Bob\n' })
    await scanned(app, source)
    const standing = async () => {
      const of = `container=${container}`
      const { body: listed } = await app.ask(
        'GET',
        `/api/containers?include=standing&datastore=${source.datastore_id}`,
      )
      const { body: facets } = await app.ask('GET', `/api/quality-checks/facets?facet=last_result&${of}`)
      const { body: passed } = await app.ask('GET', `/api/quality-checks?last_result=passed&${of}`)
      const { body: stale } = await app.ask('GET', `/api/quality-checks?last_result=stale&${of}`)
      const { body: trends } = await app.ask(
        'GET',
        `/api/overview/trends?timeframe=week&datastore=${source.datastore_id}`,
      )
      const { checks_passed, checks_failed } = trends.datastores[0].days.at(-1)
      const { last_scan, verdicts } = listed.items[0]
      const { body: checks } = await app.ask('GET', `/api/quality-checks?include=recent_results&${of}`)
      const [{ id, recent_results, num_container_scans }] = checks.items
      const { body: results } = await app.ask('GET', `/api/quality-checks/${id}/results`)
      const { body: insights } = await app.ask('GET', `/api/quality-checks/${id}/insights`)
      const { body: latest } = await app.ask('GET', `/api/container-scans?latest_only=true&${of}`)
      return {
        last_scan,
        verdicts,
        recent_results,
        num_container_scans,
        results,
        days: insights.daily_assertion_measured,
        latest: latest.items.map((scan: { id: number }) => scan.id),
        facets,
        passed: passed.total,
        stale: stale.total,
        checks_passed,
        checks_failed,
      }
    }
    const before = await standing()
    assert.deepEqual([before.verdicts.failed, before.checks_failed, before.stale], [0, 0, 0])
    const run = await judged(container, [{ id: 3, price: -7, customer: null }])
    assert.ok(run.status.anomalies_identified > 0)
    assert.deepEqual(await standing(), before)
    assert.deepEqual(
      [before.num_container_scans, before.results.total, before.latest],
      [1, 1, [before.last_scan.id]],
    )
    const { body: scans } = await app.ask('GET', `/api/container-scans?container=${container}`)
    assert.equal(scans.total, 2, 'the list has both')
    const { body: judged_by } = await app.ask(
      'GET',
      `/api/container-scans/${scans.items[0].id}/checks?result=failed`,
    )
    assert.ok(judged_by.total > 0, 'and the verdicts on the given rows are its own')
  })

  test('takes a CSV file, in another order and encoding', async () => {
    const { container } = await makeOrders()
    const content = Buffer.from('customer;id;price\nJürgen;1;-4\nAda;2;4\n', 'latin1')
    const { status, body } = await upload(
      app,
      `/api/containers/${container}/scan`,
      { name: 'april.csv', content: new Uint8Array(content) },
      { encoding: 'windows-1252' },
    )
    assert.equal(status, 200)
    await finish(app)
    const [{ record }] = await foundBy(body.id, 'source-records')
    assert.deepEqual(record, { customer: 'Jürgen', id: 1, price: -4 })
    const [scan] = (await app.ask('GET', `/api/container-scans?operation=${body.id}`)).body.items
    assert.equal(scan.container.name, 'orders.csv')
  })

  test('takes a CSV file with a long name, of which the end is kept in whole characters', async () => {
    const { container } = await makeOrders()
    const file = { name: `𠮷${'n'.repeat(55)}.csv`, content: 'id,price,customer\n1,-4,Ada\n' }
    const { status, body } = await upload(app, `/api/containers/${container}/scan`, file)
    assert.equal(status, 200, JSON.stringify(body))
    await finish(app)
    const { result, message } = await app.ended(body.id)
    assert.equal(result, 'success', message)
  })

  test('takes the only sheet of a workbook, its dates and shared texts too', async () => {
    const source = await app.source({ 'days.csv': 'day,price,note\n2026-01-01,1,fine\n' })
    await app.check(source, 'days.csv', { rule: 'notNegative', fields: ['price'] })
    const container = (await app.containers(source)).get('days.csv') ?? 0
    const content = workbookOf(
      {
        Prices: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>price</t></is></c><c r="D1" t="s"><v>1</v></c></row>
          <row r="2"/><row r="3"><c r="A3" s="1"><v>46082</v></c><c r="B3"><v>-5</v></c><c r="D3" t="inlineStr"><is><r><t>東京 </t></r><r><t>&amp; "b"</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c></row>
          <row r="4"><c r="B4"><v>6</v></c></row>`,
      },
      ['day', 'note'],
    )
    const file = { name: 'days.xlsx', content: new Uint8Array(content) }
    const { status, body } = await upload(app, `/api/containers/${container}/scan`, file)
    assert.equal(status, 200, JSON.stringify(body))
    await finish(app)
    const [found] = await foundBy(body.id, 'source-records')
    assert.deepEqual(found.record, { day: '2026-03-01', price: -5, note: '東京 & "b"' })
    assert.equal((await app.ended(body.id)).status.records_processed, 2)
  })

  test('leaves out checks of the container over time, and says so', async () => {
    const { source, container } = await makeOrders()
    const check = await app.check(source, 'orders.csv', {
      rule: 'volumetric',
      properties: { comparison: 'Absolute Value', min: 3 },
    })
    const run = await judged(container, [{ id: 1, price: 1, customer: 'Ada' }])
    assert.equal(run.result, 'success')
    assert.match(run.message, /^1 of the checks could not be evaluated/)
    const { body: logs } = await app.ask('GET', `/api/operations/${run.id}/logs`)
    assert.match(logs.items[0].message, new RegExp(`^Check ${check} .*over time`))
  })

  test('of a table of a database: SQL that the engine of files does not know leaves a check unasserted', async () => {
    const uri = join(app.folder, 'shop.db')
    const shop = new DatabaseSync(uri)
    shop.exec('create table sales (id integer, total numeric(10, 2), sold timestamp)')
    shop.close()
    const connection = { name: 'shop', type: 'sqlite', uri }
    const { body: datastore } = await app.ask('POST', '/api/datastores', { name: 'shop', connection })
    await syncDatastore(app, datastore.id)
    const { body: listed } = await app.ask('GET', `/api/containers/listing?datastore=${datastore.id}`)
    const container = listed[0].id
    const rule = { rule: 'notNegative', fields: ['total'] }
    await makeCheck(app, container, rule)
    await makeCheck(app, container, { ...rule, filter: "total glob '*5' and julianday(sold) > 1" })
    const run = await judged(container, [{ id: 1, total: -1.5, sold: '2026-01-01 10:00:00' }])
    assert.deepEqual([run.result, run.status.anomalies_identified], ['success', 1])
    assert.match(run.message, /^1 of the checks could not be evaluated/)
    const [{ record }] = await foundBy(run.id, 'source-records')
    assert.deepEqual(record, { id: 1, total: -1.5, sold: '2026-01-01 10:00:00' })
  })

  test('takes a list of rows as it takes its text, with all digits of its numbers', async () => {
    const source = await app.source({ 'long.csv': 'id,code\n9007199254740993,a\n1,b\n' })
    await app.check(source, 'long.csv', { rule: 'notNull', fields: ['code'] })
    const container = (await app.containers(source)).get('long.csv') ?? 0
    const answer = await app.ask('POST', `/api/containers/${container}/scan`, {
      name: 'rows',
      // Written by JSON.stringify as it stands here, which no number of JavaScript could be.
      records: [{ id: JSON.rawJSON('9007199254740995'), code: null }, { id: 2 }, { id: 3, code: 'c' }],
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await finish(app)
    const run = await app.ended(answer.body.id)
    assert.deepEqual([run.result, run.status.records_processed, run.name], ['success', 3, 'rows'])
    const found: { id: number }[] = await foundBy(run.id, 'anomalies')
    const records = await Promise.all(
      found.map(async ({ id }) => (await app.ask('GET', `/api/anomalies/${id}/source-record`)).body),
    )
    assert.deepEqual(records.map(({ source_record }) => source_record).toSorted(), [
      '[{"id":2,"code":null}]',
      '[{"id":9007199254740995,"code":null}]',
    ])
  })

  test('an empty text is no value, as an empty cell of the file is none, unless its container has empty texts', async () => {
    const { container } = await makeOrders()
    const rows = [
      { id: 1, price: 5, customer: '' },
      { id: 2, price: '', customer: 'Bob' },
    ]
    const run = await judged(container, rows)
    assert.deepEqual([run.result, run.status.anomalies_identified], ['success', 1])
    const [{ record }] = await foundBy(run.id, 'source-records')
    assert.deepEqual(record, { id: 1, price: 5, customer: null })
    await app.ask('PUT', `/api/containers/${container}`, { treat_empty_as_null: false })
    const { status, body } = await app.ask('POST', `/api/containers/${container}/scan`, { records: rows })
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'records']])
    const kept = await judged(container, rows.slice(0, 1))
    assert.deepEqual([kept.result, kept.status.anomalies_identified], ['success', 0])
  })

  test('cannot be resumed or rerun, nor begun or scheduled by other ways', async () => {
    const { source, container } = await makeOrders()
    const run = await judged(container, [{ id: 1, price: 1, customer: 'Ada' }])
    for (const act of ['run', 'rerun']) {
      const { status, body } = await app.ask('PUT', `/api/operations/${act}/${run.id}`)
      assert.equal(status, 409)
      // Neither may lead to the other, which is refused as well.
      assert.match(body.detail, /; start another one\.$/)
    }
    const payload = { type: 'external_scan', datastore_id: source.datastore_id }
    assert.equal((await app.ask('POST', '/api/operations/run', payload)).status, 422)
  })

  test('the rows go with a run that is aborted, or deleted', async () => {
    const { container } = await makeOrders()
    for (const [method, path] of [
      ['PUT', '/api/operations/abort/'],
      ['DELETE', '/api/operations/'],
    ] as const) {
      const { body } = await app.ask('POST', `/api/containers/${container}/scan`, {
        records: '[{"id":1,"price":1,"customer":"Ada"}]',
      })
      assert.equal(await kept(), 2)
      await app.ask(method, `${path}${body.id}`)
      assert.equal(await kept(), 0)
    }
  })
})
