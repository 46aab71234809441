import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'name', 'price']

describe('a row whose measured value and whose other values fail', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  const tooMuch = (filter: string, description: string) => ({
    rule: 'metric',
    fields: ['price'],
    properties: { comparison: 'Absolute Value', min: 0, max: 100 },
    filter,
    description,
  })
  const open = async ({ datastore_id }: Source) =>
    (await anomaliesOf(app, `&datastore=${datastore_id}`)).filter(({ status }) => status === 'Active')

  test('has one anomaly with all of its checks, which is found again as it is', async () => {
    const rows = [
      [1, 'Ann', 10],
      [2, null, 900],
      [3, null, 5],
    ]
    const source = await app.source({ 'sales.csv': csv(header, rows) })
    await app.check(source, 'sales.csv', tooMuch('id = 2', 'metric'))
    await app.check(source, 'sales.csv', { rule: 'notNull', fields: ['name'], description: 'name' })
    await app.check(source, 'sales.csv', tooMuch('price > 500', 'other metric'))
    let fingerprints: number[] = []
    for (const round of ['first', 'second']) {
      const scan = await app.scan(source)
      assert.equal(scan.status.anomalies_identified, 2, round)
      const found = await open(source)
      assert.deepEqual(
        found.map(({ type, failed, records }) => [type, failed, records]).sort(),
        [
          ['record', ['metric', 'name', 'other metric'], ['{"id":2,"name":null,"price":900}']],
          ['record', ['name'], ['{"id":3,"name":null,"price":5}']],
        ],
        round,
      )
      const joined = found.find(({ failed }) => failed.length === 3)
      assert.match(joined?.message ?? '', /^The value of `price`.*`name` has no value.*The value of `price`/)
      const verdicts = await verdictsOf(app, scan.container_scans[0].id)
      assert.deepEqual(
        [...verdicts].map(([name, { anomalies }]) => [name, anomalies]).sort(),
        [
          ['metric', 1],
          ['name', 2],
          ['other metric', 1],
        ],
        round,
      )
      fingerprints = round === 'first' ? found.map(({ fingerprint }) => fingerprint) : fingerprints
      assert.deepEqual(
        found.map(({ fingerprint }) => fingerprint),
        fingerprints,
      )
    }
  })

  test('has one anomaly, and twins two, in a container of several files', async () => {
    const source = await app.source({
      'sales_1.csv': csv(header, [
        [1, 'Ann', 10],
        [2, null, 900],
      ]),
      'sales_2.csv': csv(header, [[2, null, 900]]),
      'sales_3.csv': csv(header, [[3, null, 7]]),
    })
    await app.check(source, 'sales_*.csv', { rule: 'notNull', fields: ['name'], description: 'name' })
    await app.check(source, 'sales_*.csv', tooMuch('id = 2', 'metric'))
    for (const round of ['first', 'second']) {
      const scan = await app.scan(source)
      assert.equal(scan.status.anomalies_identified, 3, round)
      assert.deepEqual(
        (await open(source)).map(({ failed }) => failed).sort(),
        [['metric', 'name'], ['metric', 'name'], ['name']],
        round,
      )
    }
  })

  test('is found under the key of its container, as its other checks are', async () => {
    const source = await app.source({ 'sales.csv': csv(header, [[2, null, 900]]) })
    const id = (await app.containers(source)).get('sales.csv')
    assert.equal((await app.ask('PUT', `/api/containers/${id}`, { key_fields: ['id'] })).status, 200)
    await app.check(source, 'sales.csv', { rule: 'notNull', fields: ['name'], description: 'name' })
    await app.check(source, 'sales.csv', tooMuch('id = 2', 'metric'))
    await app.scan(source)
    const [first, ...others] = await open(source)
    assert.deepEqual(others, [])
    source.write({ 'sales.csv': csv(header, [[2, 'Bob', 800]]) })
    await app.scan(source)
    const [now] = await open(source)
    assert.deepEqual([now?.fingerprint, now?.failed], [first?.fingerprint, ['metric']])
  })

  test('stays open for a check that is rolled up, when its metric passes again', async () => {
    const many = (price: number) =>
      csv(header, [[2, null, price], ...Array.from({ length: 12 }, (_, id) => [id + 10, null, 1])])
    const source = await app.source({ 'sales.csv': csv(header, [[2, null, 900]]) })
    const id = (await app.containers(source)).get('sales.csv')
    assert.equal((await app.ask('PUT', `/api/containers/${id}`, { key_fields: ['id'] })).status, 200)
    await app.check(source, 'sales.csv', { rule: 'notNull', fields: ['name'], description: 'name' })
    await app.check(source, 'sales.csv', tooMuch('id = 2', 'metric'))
    await app.scan(source)
    source.write({ 'sales.csv': many(900) })
    await app.scan(source)
    source.write({ 'sales.csv': many(90) })
    await app.scan(source)
    const records = (await open(source)).filter(({ type }) => type === 'record')
    assert.equal(records.length, 1, 'the row has no name, and the shape anomaly stands for it')
  })

  test('shows no measured value once its field is masked', async () => {
    const source = await app.source({ 'sales.csv': csv(header, [[2, null, 900]]) })
    await app.check(source, 'sales.csv', { rule: 'notNull', fields: ['name'], description: 'name' })
    await app.check(source, 'sales.csv', tooMuch('id = 2', 'metric'))
    await app.scan(source)
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      `select fields.id from fields join containers on containers.id = container_id
       where datastore_id = $1 and fields.name = 'price'`,
      [source.datastore_id],
    )
    const masked = await app.ask('PUT', `/api/fields/${rows[0]?.id}`, { status: 'masked' })
    assert.equal(masked.status, 200, JSON.stringify(masked.body))
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.doesNotMatch(JSON.stringify(body.items.map(({ message }: { message: string }) => message)), /900/)
  })
})
