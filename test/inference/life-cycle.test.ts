import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

interface Inferred {
  id: number
  rule_type: string
  fields: { name: string }[]
  properties: Record<string, unknown>
  status: string
  coverage: number
  inferred: boolean
  additional_metadata: { inference?: { reason: string } }
}

/** Orders that keep all their promises; `change` puts in what breaks them. */
function orders(count: number, change: (row: unknown[], index: number) => unknown[] = (row) => row): string {
  const kinds = ['open', 'paid', 'sent']
  const rows = Array.from({ length: count }, (_, index) =>
    change(
      [
        index + 1,
        kinds[index % 3],
        `A${1000 + ((index * 37) % 9000)}`,
        ((index * 7919) % 1000) / 10,
        `user${index}@example.org`,
        new Date(Date.UTC(2024, 0, 1 + (index % 300))).toISOString().slice(0, 10),
      ],
      index,
    ),
  )
  return csv(['order_id', 'state', 'article', 'price', 'email', 'ordered'], rows)
}

describeRuns('inferred checks', (app) => {
  const profiled = async (source: Source, settings: object = {}) => {
    const run = await app.trigger(source, { type: 'profile', ai_effort: 'high', ...settings })
    await finish(app)
    const ended = await app.ended(run)
    assert.deepEqual([ended.result, ended.message], ['success', null])
    return ended
  }
  const checksOf = async (source: Source, query = 'inferred=true'): Promise<Inferred[]> =>
    (await app.ask('GET', `/api/quality-checks?datastore=${source.datastore_id}&size=200&${query}`)).body
      .items

  const find = (checks: readonly Inferred[], rule: string, field: string): Inferred => {
    const found = checks.find((check) => check.rule_type === rule && check.fields[0]?.name === field)
    assert.ok(found, `there is a ${rule} on ${field}`)
    return found
  }
  const identities = (checks: readonly Inferred[]) =>
    checks.map(({ rule_type, fields }) => `${rule_type} ${fields.map(({ name }) => name).join(' ')}`).sort()

  test('are proposed with a reason that a person can judge, and pass the scan of the rows that they were found in', async () => {
    const source = await app.source({ 'orders.csv': orders(600) })
    const { status, container_profiles } = await profiled(source)
    const checks = await checksOf(source)
    assert.equal(status.checks_added, checks.length)
    assert.equal(status.checks_synchronized, checks.length)
    assert.equal(container_profiles[0].checks_synchronized, checks.length)
    assert.ok(checks.every((check) => check.status === 'Active' && check.inferred))
    assert.match(
      find(checks, 'expectedValues', 'state').additional_metadata.inference?.reason ?? '',
      /^600 values of "state" are one of 3: "open", "paid", "sent"; it held in all \d+ rows that were held out to test it\.$/,
    )
    assert.deepEqual(find(checks, 'expectedValues', 'state').properties, { list: ['open', 'paid', 'sent'] })
    assert.deepEqual(find(checks, 'matchesPattern', 'article').properties, { pattern: '^A[0-9]{4}$' })
    for (const [rule, field] of [
      ['notNull', 'price'],
      ['notNegative', 'price'],
      ['between', 'price'],
      ['unique', 'order_id'],
      ['containsEmail', 'email'],
      ['notFuture', 'ordered'],
      ['betweenTimes', 'ordered'],
    ] as const)
      find(checks, rule, field)
    await app.trigger(source, { type: 'scan' })
    await finish(app)
    const failing = (await checksOf(source, 'inferred=true&last_verdict=failed')).map(
      (check) => check.rule_type,
    )
    assert.deepEqual(failing, [])
    const again = await profiled(source)
    // With the third measurement the bounds of the number of rows become narrower.
    assert.deepEqual(
      [again.status.checks_added, again.status.checks_updated, again.status.checks_synchronized],
      [0, 1, checks.length],
    )
  })

  test("that a person edits, archives or discards are that person's: none is changed, and none comes again", async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const before = await checksOf(source)
    const edited = find(before, 'between', 'price')
    const archived = find(before, 'notNull', 'email')
    const discarded = find(before, 'expectedValues', 'state')
    const { body } = await app.ask('PUT', `/api/quality-checks/${edited.id}`, {
      properties: { min: 0, max: 50 },
    })
    assert.equal(body.inferred, false)
    await app.ask('DELETE', `/api/quality-checks/${archived.id}?archive=true&status=Archived`)
    await app.ask('DELETE', `/api/quality-checks/${discarded.id}?archive=true&status=Discarded`)
    const { status } = await profiled(source)
    assert.deepEqual([status.checks_added, status.checks_updated], [0, 0])
    const all = await checksOf(source, 'archived=include')
    assert.deepEqual(identities(all), identities(before))
    assert.deepEqual(find(all, 'between', 'price').properties, { min: 0, max: 50 })
    assert.deepEqual(
      [find(all, 'notNull', 'email').status, find(all, 'expectedValues', 'state').status],
      ['Archived', 'Discarded'],
    )
  })

  test('begin as Draft where that is asked for, and a later profile leaves them so', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source, { infer_as_draft: true })
    await profiled(source)
    const checks = await checksOf(source)
    assert.ok(checks.length > 10)
    assert.deepEqual([...new Set(checks.map((check) => check.status))], ['Draft'])
  })

  test('are none with no effort, and fewer with less: what only more effort finds is put away until it comes back', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source, { ai_effort: 'off' })
    assert.deepEqual(await checksOf(source), [])
    await profiled(source, { ai_effort: 'medium' })
    const before = await checksOf(source)
    const pattern = find(before, 'matchesPattern', 'article')
    await profiled(source, { ai_effort: 'low' })
    const fewer = await checksOf(source)
    assert.ok(!fewer.some((check) => check.id === pattern.id))
    find(fewer, 'notNull', 'article')
    await profiled(source, { ai_effort: 'off' })
    assert.deepEqual(identities(await checksOf(source)), identities(fewer))
    await profiled(source, { ai_effort: 'medium' })
    const back = await checksOf(source)
    const known = new Set(identities(back))
    assert.deepEqual(
      identities(before).filter((one) => !known.has(one)),
      [],
    )
    assert.equal(find(back, 'matchesPattern', 'article').id, pattern.id)
  })

  test('stay as they are when few rows come that break them, so that the next scan finds these', async () => {
    const source = await app.source({ 'orders.csv': orders(600) })
    await profiled(source)
    const before = await checksOf(source)
    const broken = (row: unknown[], index: number) =>
      index === 17 ? [row[0], 'lost', row[2], -99999, row[4], row[5]] : row
    source.write({ 'orders.csv': orders(600, broken) })
    const { status } = await profiled(source)
    assert.deepEqual([status.checks_added, status.checks_updated], [0, 0])
    assert.deepEqual(identities(await checksOf(source)), identities(before))
    await app.trigger(source, { type: 'scan' })
    await finish(app)
    const failed = identities(await checksOf(source, 'inferred=true&last_verdict=failed'))
    assert.deepEqual(failed, ['between price', 'expectedValues state', 'notNegative price'])
  })

  test('stay when the table is emptied, which says nothing of them', async () => {
    const source = await app.source({ 'orders.csv': orders(100) })
    await profiled(source)
    const before = await checksOf(source)
    source.write({ 'orders.csv': orders(0) })
    await profiled(source)
    assert.deepEqual(await checksOf(source), before)
  })

  test('are put away when the data has changed, unless they have found something', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const before = await checksOf(source)
    const negative = find(before, 'notNegative', 'price')
    // Half of the prices are below zero now, and there is no telling what an article is called.
    const other = (row: unknown[], index: number) => [
      row[0],
      row[1],
      `Ärtikel ${'x'.repeat(index % 7)}`,
      index % 2 === 0 ? -50 : row[3],
      row[4],
      row[5],
    ]
    source.write({ 'orders.csv': orders(300, other) })
    await app.trigger(source, { type: 'scan' })
    await finish(app)
    await app.ask('DELETE', `/api/quality-checks/${find(before, 'unique', 'email').id}?archive=true`)
    const noAnomalies = find(before, 'maxLength', 'email')
    await profiled(source)
    const after = await checksOf(source)
    // It has anomalies now: a person decides.
    assert.equal(find(after, 'notNegative', 'price').id, negative.id)
    assert.equal(find(after, 'maxLength', 'email').id, noAnomalies.id)
    const source2 = await app.source({ 'orders.csv': orders(300) })
    await profiled(source2)
    const pattern = find(await checksOf(source2), 'matchesPattern', 'article')
    source2.write({ 'orders.csv': orders(300, other) })
    await profiled(source2)
    const { body } = await app.ask('GET', `/api/quality-checks/${pattern.id}`)
    assert.deepEqual([body.status, body.inferred, body.last_editor], ['Discarded', true, 'Assay'])
  })

  test('that change with the data keep what people say of them', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const before = find(await checksOf(source), 'between', 'price')
    const { body: me } = await app.ask('GET', '/api/users/me')
    const said = {
      owner_id: me.id,
      default_anomaly_assignee_id: me.id,
      anomaly_message_field: 'article',
      description: 'Prices as they are agreed',
    }
    await app.ask('PUT', `/api/quality-checks/${before.id}`, said)
    const dearer = (row: unknown[]) => row.with(3, Number(row[3]) * 10)
    source.write({ 'orders.csv': orders(300, dearer) })
    await profiled(source)
    const { body: after } = await app.ask('GET', `/api/quality-checks/${before.id}`)
    assert.notDeepEqual(after.properties, before.properties)
    assert.deepEqual(
      [after.owner?.id, after.default_anomaly_assignee?.id, after.anomaly_message_field, after.description],
      Object.values(said),
      JSON.stringify(after),
    )
    assert.deepEqual([after.status, after.inferred, after.last_editor], ['Active', true, 'Assay'])
    const { body: version } = await app.ask('GET', `/api/quality-checks/${before.id}/version`)
    assert.deepEqual([version.owner?.id, version.default_anomaly_assignee?.id], [me.id, me.id])
  })

  test('that a few rows are against wait as Draft, with the number of these rows', async () => {
    const wrong = (row: unknown[], index: number) =>
      index % 150 === 3 ? [row[0], row[1], 'unknown', ...row.slice(3)] : row
    const source = await app.source({ 'orders.csv': orders(600, wrong) })
    await profiled(source)
    const check = find(await checksOf(source), 'matchesPattern', 'article')
    assert.equal(check.status, 'Draft')
    assert.match(
      check.additional_metadata.inference?.reason ?? '',
      /; 4 of 600 rows \(0\.6667 %\) are against it and look like errors, so it waits as Draft/,
    )
  })

  const setField = async (source: Source, name: string, status: 'masked' | 'active') => {
    const named = `datastore=${source.datastore_id}&name=${name}&status=active&status=masked`
    const { body } = await app.ask('GET', `/api/fields?${named}`)
    assert.equal((await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status })).status, 200)
  }

  test('show no value of a masked field, and those that did are put away', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const shows = find(await checksOf(source), 'matchesPattern', 'article')
    await setField(source, 'article', 'masked')
    await profiled(source)
    const checks = await checksOf(source)
    assert.ok(!checks.some((check) => check.id === shows.id))
    const about = checks.filter(({ fields }) => fields.some(({ name }) => name === 'article'))
    assert.deepEqual(identities(about), ['maxLength article', 'minLength article', 'notNull article'])
    assert.doesNotMatch(JSON.stringify(about), /A[0-9]{4}/)
  })

  test('lose the values of a field at the moment in which it is masked, in every version, and come back when it is shown', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const { id, properties } = find(await checksOf(source), 'expectedValues', 'state')
    const told = async () =>
      Promise.all(
        ['', '/versions'].map(
          async (part) => (await app.ask('GET', `/api/quality-checks/${id}${part}`)).body,
        ),
      )
    assert.match(JSON.stringify(await told()), /"paid/)
    await setField(source, 'state', 'masked')
    const [check, versions] = await told()
    assert.doesNotMatch(JSON.stringify([check, versions]), /paid/)
    assert.deepEqual([check.status, check.properties, versions.items.length], ['Discarded', {}, 1])
    await setField(source, 'state', 'active')
    await profiled(source)
    const [back] = await told()
    assert.deepEqual([back.status, back.properties], ['Active', properties])
  })

  test('say that a field holds keys of another container, once that one was profiled, at the effort that looks beside', async () => {
    const source = await app.source({
      'customers.csv': csv(
        ['id', 'since'],
        Array.from({ length: 200 }, (_, index) => [index + 1, 2000 + (index % 20)]),
      ),
      'orders.csv': csv(
        ['order_id', 'customer_id'],
        Array.from({ length: 600 }, (_, index) => [5000 + index, 1 + ((index * 37) % 190)]),
      ),
    })
    const references = async () =>
      (await checksOf(source)).filter(({ rule_type }) => rule_type === 'existsIn')
    await profiled(source, { ai_effort: 'high' })
    assert.deepEqual(await references(), [])
    await profiled(source, { ai_effort: 'xhigh' })
    const found = await references()
    assert.deepEqual(identities(found), ['existsIn customer_id'])
    assert.equal(found[0]?.properties['field_name'], 'id')
    assert.match(found[0]?.additional_metadata.inference?.reason ?? '', /customers/)
    await app.trigger(source, { type: 'scan' })
    await finish(app)
    const [{ is_passing }] = (
      await app.ask('GET', `/api/quality-checks?datastore=${source.datastore_id}&rule=existsIn`)
    ).body.items
    assert.equal(is_passing, true)
  })

  test('of the number of rows move their bounds with every measurement', async () => {
    const source = await app.source({ 'orders.csv': orders(300) })
    await profiled(source)
    const volume = async () => (await checksOf(source)).find(({ rule_type }) => rule_type === 'volumetric')
    assert.deepEqual((await volume())?.properties, { comparison: 'Absolute Value', min: 150, max: 600 })
    for (const rows of [310, 290]) {
      source.write({ 'orders.csv': orders(rows) })
      await app.trigger(source, { type: 'scan' })
      await finish(app)
    }
    assert.deepEqual((await volume())?.properties, { comparison: 'Absolute Value', min: 270, max: 330 })
    const { body } = await app.ask('GET', `/api/quality-checks/${(await volume())?.id}/versions`)
    assert.equal(body.items.length, 3)
  })
})
