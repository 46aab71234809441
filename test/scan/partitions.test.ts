import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf, partitionsOf, verdictsOf } from '../harness/findings.ts'
import { csv, startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a scan of a container of several files', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
  })
  after(() => service.close())

  test('judges each file as a partition and totals over all of them', async () => {
    const source = await service.source({
      'orders_1.csv': csv(
        ['id', 'price'],
        [
          [1, 10],
          [2, 20],
          [3, -30],
        ],
      ),
      'orders_2.csv': csv(
        ['id', 'price'],
        [
          [3, 40],
          [4, 50],
        ],
      ),
      'orders_3.csv': csv(
        ['id', 'price'],
        [
          [4, 60],
          [5, 70],
          [6, 80],
          [7, null],
        ],
      ),
    })
    const glob = 'orders_*.csv'
    await service.check(source, glob, { rule: 'notNegative', fields: ['price'], description: 'price' })
    await service.check(source, glob, { rule: 'unique', fields: ['id'], description: 'unique' })
    await service.check(source, glob, {
      rule: 'sum',
      fields: ['price'],
      properties: { value: 301 },
      description: 'sum off',
    })
    await service.check(source, glob, {
      rule: 'sum',
      fields: ['price'],
      properties: { value: 300 },
      description: 'sum',
    })
    await service.check(source, glob, {
      rule: 'distinctCount',
      fields: ['id'],
      properties: { value: 7 },
      description: 'distinct',
    })
    await service.check(source, glob, {
      rule: 'distinctCount',
      fields: ['id'],
      properties: { value: 8 },
      description: 'distinct off',
    })
    await service.check(source, glob, {
      rule: 'minPartitionSize',
      properties: { value: 3 },
      description: 'size',
    })

    const scan = await service.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    assert.deepEqual(scan.status, {
      total_containers: 1,
      containers_analyzed: 1,
      partitions_scanned: 3,
      records_processed: 9,
      anomalies_identified: 5,
      auto_resolved_anomaly_count: 0,
    })
    const [containerScan] = scan.container_scans
    assert.deepEqual(
      (await partitionsOf(service, containerScan.id)).map(({ name, records, anomalies, result }) => [
        name,
        records,
        anomalies,
        result,
      ]),
      [
        ['orders_1.csv', 3, 1, 'success'],
        ['orders_2.csv', 2, 1, 'success'],
        ['orders_3.csv', 4, 0, 'success'],
      ],
    )
    const verdicts = await verdictsOf(service, containerScan.id)
    const short = [...verdicts].map(([name, { result, asserted, anomalous, anomalies }]) => [
      name,
      [result, asserted, anomalous, anomalies],
    ])
    assert.deepEqual(Object.fromEntries(short), {
      price: ['failed', 9, 1, 1],
      unique: ['failed', 9, 2, 1],
      'sum off': ['failed', 9, 0, 1],
      sum: ['passed', 9, 0, 0],
      distinct: ['passed', 9, 0, 0],
      'distinct off': ['failed', 9, 0, 1],
      size: ['failed', 9, 0, 1],
    })
    const anomalies = await anomaliesOf(service, `&container_scan=${containerScan.id}`)
    const unique = anomalies.find(({ failed }) => failed.includes('unique'))
    assert.equal(unique?.count, 2)
    assert.deepEqual(unique.records.sort(), [
      '{"id":3,"price":-30}',
      '{"id":3,"price":40}',
      '{"id":4,"price":50}',
      '{"id":4,"price":60}',
    ])
    const record = anomalies.find(({ type }) => type === 'record')
    assert.deepEqual(record?.records, ['{"id":3,"price":-30}'])
  })

  test('is of an unknown size where a cap of records ended its reading, unless no further row changes the verdict', async () => {
    const source = await service.source({
      'e_1.csv': csv(['id'], [[1], [2], [3]]),
      'e_2.csv': csv(['id'], [[1]]),
    })
    for (const [description, rule, value] of [
      ['at least 1', 'minPartitionSize', 1],
      ['at least 3', 'minPartitionSize', 3],
      ['at most 1', 'maxPartitionSize', 1],
      ['at most 3', 'maxPartitionSize', 3],
    ] as const)
      await service.check(source, 'e_*.csv', { rule, properties: { value }, description })
    source.remove('e_2.csv')
    const scan = await service.scan(source, { max_records_analyzed_per_partition: 2 })
    const verdicts = await verdictsOf(service, scan.container_scans[0].id)
    assert.deepEqual([...verdicts].map(([name, { result }]) => [name, result]).sort(), [
      ['at least 1', 'passed'],
      ['at least 3', 'unasserted'],
      ['at most 1', 'failed'],
      ['at most 3', 'unasserted'],
    ])
    assert.match(scan.message, /^2 of the checks could not be evaluated/)
  })

  test('has one anomaly for each file that is too small, which names the file and goes when that file is large enough', async () => {
    const rows = (count: number) =>
      csv(
        ['id'],
        Array.from({ length: count }, (_, row) => [row]),
      )
    const source = await service.source({ 'd_1.csv': rows(1), 'd_2.csv': rows(5), 'd_3.csv': rows(2) })
    await service.check(source, 'd_*.csv', { rule: 'minPartitionSize', properties: { value: 3 } })
    const found = async () => {
      const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}&size=100`)
      return (
        body.items
          // oxlint-disable-next-line typescript/no-explicit-any -- the answer was compared with its schema
          .map((anomaly: any) => [anomaly.partition_scan?.partition.name, anomaly.status, anomaly.message])
          .sort()
      )
    }
    const small = (name: string, count: number) =>
      `In \`d_*.csv\`, ${count} records were loaded from the partition \`${name}\`, fewer than 3.`
    for (const round of ['first', 'second']) {
      const scan = await service.scan(source)
      assert.equal(scan.status.anomalies_identified, 2, round)
      assert.deepEqual(
        await found(),
        [
          ['d_1.csv', 'Active', small('d_1.csv', 1)],
          ['d_3.csv', 'Active', small('d_3.csv', 2)],
        ],
        round,
      )
    }
    source.write({ 'd_1.csv': rows(4) })
    const { status } = await service.scan(source)
    assert.deepEqual([status.anomalies_identified, status.auto_resolved_anomaly_count], [1, 1])
    assert.deepEqual(await found(), [['d_3.csv', 'Active', small('d_3.csv', 2)]])
  })

  test('keeps identical bad rows apart, in one file and across files', async () => {
    const twins = csv(
      ['id', 'price'],
      [
        [1, -1],
        [1, -1],
        [2, 5],
      ],
    )
    const source = await service.source({ 'a_1.csv': twins, 'a_2.csv': twins, 'alone.csv': twins })
    await service.check(source, 'a_*.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'alone.csv', { rule: 'notNegative', fields: ['price'] })
    for (const round of ['first', 'second']) {
      const scan = await service.scan(source)
      const anomalies = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
      assert.equal(anomalies.filter(({ container }) => container === 'a_*.csv').length, 4, round)
      assert.equal(anomalies.filter(({ container }) => container === 'alone.csv').length, 2, round)
      assert.equal(new Set(anomalies.map(({ fingerprint }) => fingerprint)).size, 6, round)
      assert.deepEqual(new Set(anomalies.flatMap(({ records }) => records)), new Set(['{"id":1,"price":-1}']))
      assert.equal(scan.status.anomalies_identified, 6, round)
    }
  })

  test('adds the rolled-up rows of all files up in one anomaly and fills its sample to the limit', async () => {
    const rows = (file: number, count: number) =>
      csv(
        ['id'],
        Array.from({ length: count }, (_, row) => [-(file * 100 + row) - 1]),
      )
    const source = await service.source({
      'n_1.csv': rows(1, 12),
      'n_2.csv': rows(2, 13),
      'n_3.csv': rows(3, 30),
    })
    await service.check(source, 'n_*.csv', { rule: 'notNegative', fields: ['id'] })
    for (const [limit, kept] of [
      [1, 1],
      [25, 25],
      [1000, 55],
    ] as const) {
      const scan = await service.scan(source, { enrichment_source_record_limit: limit })
      assert.equal(scan.status.anomalies_identified, 1)
      const [anomaly, ...others] = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
      assert.deepEqual(others, [])
      assert.equal(anomaly?.type, 'shape')
      assert.equal(anomaly.count, 55)
      assert.equal(anomaly.message, 'In `id`, 55 records of several partitions are negative.')
      assert.equal(anomaly.records.length, kept)
      assert.equal(new Set(anomaly.records).size, kept)
    }
  })

  test('keeps totals exact that a float could not hold', async () => {
    const source = await service.source({
      's_1.csv': csv(
        ['big', 'money'],
        [
          ['9007199254740993', '0.10'],
          ['1', '0.20'],
        ],
      ),
      's_2.csv': csv(['big', 'money'], [['9007199254740993', '0.30']]),
    })
    await service.check(source, 's_*.csv', {
      rule: 'sum',
      fields: ['big'],
      properties: { value: 0 },
      description: 'big',
    })
    await service.scan(source)
    const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.match(body.items[0].message, /18014398509481987/)
  })

  test('fails alone when one of its files is broken, naming the file; the others keep their findings', async () => {
    const good = csv(
      ['id', 'price'],
      [
        [1, -1],
        [2, 2],
      ],
    )
    const source = await service.source({
      'p_1.csv': good,
      'p_2.csv': good,
      'p_3.csv': good,
      'p_4.csv': good,
      'other.csv': good,
    })
    await service.check(source, 'p_*.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'other.csv', { rule: 'notNegative', fields: ['price'] })
    source.write({ 'p_3.csv': 'id,price\n1,2,3\n4,-5\n' })
    const scan = await service.scan(source)
    assert.equal(scan.result, 'failure')
    assert.match(scan.message, /1 of 2 containers failed.*"p_\*\.csv".*p_3\.csv.*line 2/)
    assert.equal(scan.status.anomalies_identified, 4)
    assert.equal(scan.status.partitions_scanned, 4)
    const [other, glob] = scan.container_scans
    assert.deepEqual([other.result, glob.result], ['success', 'failure'])
    assert.equal(glob.anomaly_count, 3)
    const partitions = await partitionsOf(service, glob.id)
    assert.deepEqual(
      partitions.filter(({ result }) => result === 'failure').map(({ name }) => name),
      ['p_3.csv'],
    )
    const units = await service.environment.store.database
      .selectFrom('units')
      .select(['kind'])
      .where('operation_id', '=', scan.id)
      .where('kind', '=', 'conclude')
      .execute()
    assert.equal(units.length, 1, 'it is concluded once')
  })
})
