import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('POST /operations/run starts a run', (app) => {
  const run = (body: object) => app.ask('POST', '/api/operations/run', body)

  test('at once, queued, with every default of a scan', async () => {
    const { datastore_id } = await makePrices(app)
    const { status, body } = await run({ type: 'scan', datastore_id })
    assert.equal(status, 200)
    assert.deepEqual(
      [
        body.type,
        body.result,
        body.start_time,
        body.end_time,
        body.message,
        body.datastore_id,
        body.schedule,
      ],
      ['scan', 'queued', null, null, null, datastore_id, null],
    )
    assert.deepEqual(
      {
        incremental: body.incremental,
        auto_resolve_passed_anomalies: body.auto_resolve_passed_anomalies,
        remediation: body.remediation,
        max_records_analyzed_per_partition: body.max_records_analyzed_per_partition,
        enrichment_source_record_limit: body.enrichment_source_record_limit,
        high_count_rollup_threshold: body.high_count_rollup_threshold,
      },
      {
        incremental: false,
        auto_resolve_passed_anomalies: true,
        remediation: 'none',
        max_records_analyzed_per_partition: -1,
        enrichment_source_record_limit: 10,
        high_count_rollup_threshold: 10,
      },
    )
    assert.deepEqual(new Set(Object.values(body.status)), new Set([0]))
    await finish(app)
  })

  test('under a name, or without one', async () => {
    const { datastore_id } = await makePrices(app)
    for (const name of ['Nightly', null]) {
      const { status, body } = await run({ type: 'scan', datastore_id, name })
      assert.deepEqual([status, body.name], [200, name])
    }
    await finish(app)
  })

  test('of the containers that are named by their ids, from a schedule too', async () => {
    const source = await makePrices(app)
    const container_ids = [(await app.containers(source)).get('b.csv')]
    const scan = await scanned(app, source, { container_ids })
    assert.deepEqual(scan.container_names, ['b.csv'])
    assert.deepEqual(
      scan.containers.map(({ name }: { name: string }) => name),
      ['b.csv'],
    )
    const schedule = { type: 'scan', datastore_id: source.datastore_id, crontab: '0 2 * * *', container_ids }
    const { status, body } = await app.ask('POST', '/api/operations/schedule', schedule)
    assert.deepEqual([status, body.container_ids], [200, container_ids])
  })

  test('with the limits of its datastore where it names none', async () => {
    const { datastore_id } = await makePrices(app)
    const limits = { enrichment_source_record_limit: 3, high_count_rollup_threshold: 20 }
    assert.equal((await app.ask('PUT', `/api/datastores/${datastore_id}`, limits)).status, 200)
    const { body } = await run({ type: 'scan', datastore_id })
    assert.deepEqual([body.enrichment_source_record_limit, body.high_count_rollup_threshold], [3, 20])
    await finish(app)
  })

  test('with the remediation that it names, else with that of its datastore', async () => {
    const { datastore_id } = await makePrices(app)
    const { datastore_id: enrichment } = await app.source({ 'a.csv': 'id\n1\n' })
    await app.ask('PUT', `/api/datastores/${enrichment}`, { enrichment_only: true })
    const link = await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${enrichment}`)
    assert.equal(link.status, 200)
    const remediations = async () => {
      const answers = []
      for (const remediation of ['append', 'overwrite', 'none', null]) {
        const { status, body } = await run({ type: 'scan', datastore_id, remediation })
        answers.push([status, body.remediation])
      }
      return answers
    }
    const named = [
      [200, 'append'],
      [200, 'overwrite'],
      [200, 'none'],
    ]
    assert.deepEqual(await remediations(), [...named, [200, 'none']])
    const strategy = { enrichment_remediation_strategy: 'overwrite' }
    assert.equal((await app.ask('PUT', `/api/datastores/${datastore_id}`, strategy)).status, 200)
    assert.deepEqual(await remediations(), [...named, [200, 'overwrite']])
    await finish(app)
  })

  test('where a cap of 0, of -1 and none all mean every record, and a cap is kept', async () => {
    const source = await makePrices(app)
    for (const cap of [0, -1, null]) {
      const all = await scanned(app, source, { max_records_analyzed_per_partition: cap })
      assert.deepEqual([all.max_records_analyzed_per_partition, all.status.records_processed], [-1, 4])
    }
    const one = await scanned(app, source, { max_records_analyzed_per_partition: 1 })
    assert.deepEqual([one.max_records_analyzed_per_partition, one.status.records_processed], [1, 2])
  })

  test('that resolves nothing by itself when it is incremental', async () => {
    const { datastore_id } = await makePrices(app)
    const { body } = await run({
      type: 'scan',
      datastore_id,
      incremental: true,
      auto_resolve_passed_anomalies: true,
    })
    assert.equal(body.auto_resolve_passed_anomalies, false)
    await finish(app)
  })

  test('of the named containers, or of those with the tag, which wins', async () => {
    const source = await makePrices(app)
    const id = (await app.containers(source)).get('b.csv')
    assert.equal((await app.ask('PATCH', '/api/containers', [{ id, tags: ['of interest'] }])).status, 200)
    const names = (scan: { containers: { name: string }[] }) => scan.containers.map(({ name }) => name)
    assert.deepEqual(names(await scanned(app, source)), ['a.csv', 'b.csv'])
    assert.deepEqual(names(await scanned(app, source, { container_names: ['a.csv'] })), ['a.csv'])
    const both = { container_names: ['a.csv'], container_tags: ['of interest'] }
    assert.deepEqual(names(await scanned(app, source, both)), ['b.csv'])
    const none = await scanned(app, source, { container_tags: ['of none'] })
    assert.deepEqual(
      [none.result, none.message, none.containers],
      ['success', 'No container of the datastore has one of the tags "of none".', []],
    )
  })

  test('whose remarks make a success with a message, and a line each in its log', async () => {
    const source = await makePrices(app)
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'], filter: 'price > {{ limit }}' })
    const scan = await scanned(app, source)
    assert.equal(scan.result, 'success')
    assert.match(scan.message, /^1 of the checks could not be evaluated/)
    assert.equal(scan.has_logs, true)
    const { body } = await app.ask('GET', `/api/operations/${scan.id}/logs`)
    assert.equal(body.total, 1)
    assert.equal(body.items[0].level, 'warning')
    assert.match(body.items[0].message, /a\.csv.*limit/)
    for (const limit of ['0', 0, -1.5]) {
      const again = await scanned(app, source, { check_variables: { limit } })
      assert.deepEqual([again.result, again.message, again.has_logs], ['success', null, false])
    }
  })

  test('for an Editor of the datastore', async () => {
    const { datastore_id } = await makePrices(app)
    const editor = await app.user('Member', { Editor: [datastore_id] })
    const { status, body } = await app.ask(
      'POST',
      '/api/operations/run',
      { type: 'sync', datastore_id },
      editor,
    )
    assert.deepEqual([status, body.result, body.triggered_by], [200, 'queued', editor])
    await finish(app)
  })
})
