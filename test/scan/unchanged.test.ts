import assert from 'node:assert/strict'
import { utimesSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { anomaliesOf } from '../harness/findings.ts'
import { statementsOf } from '../harness/statements.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Rows of one file: its number makes their ids, and every tenth price is wrong. */
const prices = (file: number, count = 20) =>
  csv(
    ['id', 'price', 'born'],
    Array.from({ length: count }, (_, row) => [
      file * 1000 + row,
      row % 10 === 0 ? -row - 1 : row,
      '2020-01-01',
    ]),
  )

describe('a scan of files of which most are as they were', () => {
  let service: WorkingApp
  before(async () => {
    service = await startWorkingApp()
    service.environment.sources.settled_seconds = 0
    service.environment.sources.keeps_unchanged = true
  })
  after(() => service.close())

  /** The partitions of the newest container scan, each with the run since which it is unchanged. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer was compared with its schema
  const shownScan = async (scan: any) => {
    const { body } = await service.ask('GET', `/api/container-scans/${scan.container_scans[0].id}`)
    return body
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  const unchangedIn = async (scan: any): Promise<[string, number | null][]> =>
    (await shownScan(scan)).partition_scans.map(
      (part: { partition: { name: string }; unchanged_since: number | null }) => [
        part.partition.name,
        part.unchanged_since,
      ],
    )
  const threeFiles = async (): Promise<Source> => {
    const source = await service.source({ 'p_1.csv': prices(1), 'p_2.csv': prices(2), 'p_3.csv': prices(3) })
    await service.check(source, 'p_*.csv', { rule: 'notNegative', fields: ['price'] })
    await service.check(source, 'p_*.csv', { rule: 'unique', fields: ['id'] })
    return source
  }

  test('says of each file since which run it is unchanged, and finds the same anomalies again', async () => {
    const source = await threeFiles()
    const first = await service.scan(source)
    assert.deepEqual(await unchangedIn(first), [
      ['p_1.csv', null],
      ['p_2.csv', null],
      ['p_3.csv', null],
    ])
    const before = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    const second = await service.scan(source)
    assert.deepEqual(
      (await unchangedIn(second)).map(([, since]) => since),
      [first.id, first.id, first.id],
    )
    assert.equal((await shownScan(second)).partitions_unchanged, 3)
    assert.deepEqual(second.status, first.status)
    assert.deepEqual(await anomaliesOf(service, `&container_scan=${second.container_scans[0].id}`), before)
    const third = await service.scan(source)
    assert.deepEqual(
      (await unchangedIn(third)).map(([, since]) => since),
      [first.id, first.id, first.id],
    )
  })

  test('reads all of them when it is a rerun, which begins from scratch', async () => {
    const source = await threeFiles()
    const first = await service.scan(source)
    const { body } = await service.ask('PUT', `/api/operations/rerun/${first.id}`)
    const second = await service.ended(body.id)
    assert.equal((await shownScan(second)).partitions_unchanged, 0)
    assert.deepEqual([second.status, second.force], [first.status, true])
    const again = await service.ask('PUT', `/api/operations/rerun/${second.id}`)
    assert.equal((await shownScan(await service.ended(again.body.id))).partitions_unchanged, 0)
    assert.equal((await shownScan(await service.scan(source))).partitions_unchanged, 3)
  })

  test('writes what many files found with as many statements as what few found', async () => {
    const source = async (count: number) => {
      const names = Array.from({ length: count }, (_, file) => `p_${file}.csv`)
      const source = await service.source(
        Object.fromEntries(names.map((name, file) => [name, prices(file + 1)])),
      )
      for (const [rule, value] of [
        ['notNegative', null],
        ['maxValue', 3],
        ['maxValue', 15],
      ] as const)
        await service.check(source, 'p_*.csv', {
          rule,
          fields: ['price'],
          ...(value !== null && { properties: { value } }),
        })
      return source
    }
    const written = statementsOf(
      service.environment.store,
      /^\s*(?:insert into|update|delete from) "?(?:anomal|source_rec|check_res|partition_s)/,
    )
    const counts: number[] = []
    for (const files of [2, 9]) {
      const made = await source(files)
      await service.scan(made, { high_count_rollup_threshold: 10 })
      written.length = 0
      const kept = await service.scan(made, { high_count_rollup_threshold: 10 })
      assert.equal((await shownScan(kept)).partitions_unchanged, files)
      // The rows of two checks one by one, and those of the third together.
      assert.equal(kept.status.anomalies_identified, files * 6 + 1)
      counts.push(written.length)
    }
    assert.ok(counts[0], 'there are some')
    assert.equal(counts[1], counts[0])
  })

  test('shows with each verdict what it rests on', async () => {
    const source = await threeFiles()
    const first = await service.scan(source)
    source.write({ 'p_2.csv': prices(2, 21) })
    const second = await service.scan(source)
    const shown = async (scan: { container_scans: { id: number }[] }) => {
      const { body } = await service.ask(
        'GET',
        `/api/container-scans/${scan.container_scans[0]?.id}/checks?sort_anomalies=asc`,
      )
      return body.items.map(
        (item: { rule_type: string; asserted_by: string[]; assertion_details: string | null }) => [
          item.rule_type,
          item.asserted_by,
          item.assertion_details,
        ],
      )
    }
    assert.deepEqual(await shown(first), [
      ['unique', ['reading'], null],
      ['notNegative', ['reading'], null],
    ])
    assert.deepEqual(await shown(second), [
      ['unique', ['reading'], null],
      ['notNegative', ['reading', 'unchanged'], `Unchanged since run ${first.id}.`],
    ])
    const third = await service.scan(source)
    assert.deepEqual(await shown(third), [
      ['unique', ['unchanged'], `Unchanged since run ${second.id}.`],
      ['notNegative', ['unchanged'], `Unchanged since run ${second.id} or longer.`],
    ])
  })

  test('reads a file again whose bytes were changed behind its old length and time', async () => {
    const source = await service.source({ 'one.csv': 'id\n1\n2\n' })
    await service.check(source, 'one.csv', { rule: 'maxValue', fields: ['id'], properties: { value: 5 } })
    await service.scan(source)
    const path = join(source.folder, 'one.csv')
    const { atime, mtime } = statSync(path)
    source.write({ 'one.csv': 'id\n1\n9\n' })
    utimesSync(path, atime, mtime)
    const scan = await service.scan(source)
    assert.equal(scan.status.anomalies_identified, 1)
    assert.deepEqual(await unchangedIn(scan), [['one.csv', null]])
  })

  test('reads a file again that was not at rest when it was read', async () => {
    const source = await service.source({ 'one.csv': prices(1) })
    await service.check(source, 'one.csv', { rule: 'notNegative', fields: ['price'] })
    service.environment.sources.settled_seconds = 3600
    try {
      await service.scan(source)
      assert.deepEqual(await unchangedIn(await service.scan(source)), [['one.csv', null]])
    } finally {
      service.environment.sources.settled_seconds = 0
    }
  })

  const readers: [why: string, change: (source: Source) => Promise<object | void>][] = [
    [
      'a check was added',
      async (source) =>
        void (await service.check(source, 'one.csv', {
          rule: 'notNull',
          fields: ['id'],
          description: 'new',
        })),
    ],
    ['it is told to read everything', async () => ({ force: true })],
    ['more rows are kept with an anomaly', async () => ({ enrichment_source_record_limit: 3 })],
    ['rows are rolled up from another number on', async () => ({ high_count_rollup_threshold: 1 })],
    ['it may read a part only', async () => ({ max_records_analyzed_per_partition: 5 })],
    ['it reads what is new', async () => ({ incremental: true })],
    [
      'a field was masked',
      async (source) => {
        const container = (await service.containers(source)).get('one.csv') ?? 0
        const { body } = await service.ask('GET', `/api/fields?container=${container}`)
        const price = body.items.find((field: { name: string }) => field.name === 'price')
        assert.equal((await service.ask('PUT', `/api/fields/${price.id}`, { status: 'masked' })).status, 200)
      },
    ],
    [
      'the setting says so',
      async () => {
        service.environment.sources.keeps_unchanged = false
      },
    ],
  ]
  for (const [why, change] of readers) {
    test(`reads an unchanged file again when ${why}`, async () => {
      const source = await service.source({ 'one.csv': prices(1) })
      await service.check(source, 'one.csv', { rule: 'notNegative', fields: ['price'] })
      const first = await service.scan(source)
      assert.deepEqual(await unchangedIn(await service.scan(source)), [['one.csv', first.id]])
      const payload = await change(source)
      try {
        const scan = await service.scan(source, payload ?? {})
        assert.equal(scan.result, 'success', scan.message)
        assert.deepEqual(await unchangedIn(scan), [['one.csv', null]])
      } finally {
        service.environment.sources.keeps_unchanged = true
      }
    })
  }

  const restless: [rule: string, check: object][] = [
    ['the date of the scan', { rule: 'notFuture', fields: ['born'] }],
    [
      'a clock in an expression',
      { rule: 'satisfiesExpression', properties: { expression: 'born < current_date' } },
    ],
    ['a clock in a filter', { rule: 'notNull', fields: ['id'], filter: 'born < now()' }],
  ]
  for (const [what, check] of restless) {
    test(`reads an unchanged file again for a check that looks at ${what}`, async () => {
      const source = await service.source({ 'one.csv': prices(1) })
      await service.check(source, 'one.csv', check as { rule: string })
      await service.scan(source)
      assert.deepEqual(await unchangedIn(await service.scan(source)), [['one.csv', null]])
    })
  }

  test('finds an anomaly that was deleted anew, as reading would', async () => {
    const source = await service.source({ 'one.csv': prices(1) })
    await service.check(source, 'one.csv', { rule: 'notNegative', fields: ['price'] })
    await service.scan(source)
    const before = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    const { body } = await service.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.equal(
      (await service.ask('DELETE', `/api/anomalies/${body.items[0].id}?archive=false`)).status,
      204,
    )
    await service.scan(source)
    const after = await anomaliesOf(service, `&datastore=${source.datastore_id}`)
    assert.deepEqual(after.map(({ message }) => message).sort(), before.map(({ message }) => message).sort())
  })
})
