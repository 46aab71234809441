import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { seeded } from '../harness/random.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'
import { csv } from '../harness/working-app.ts'

/** One or more of each way to judge; some fail, some cannot be evaluated. */
const checks = [
  { rule: 'notNull', fields: ['id'] },
  { rule: 'notNegative', fields: ['price'] },
  { rule: 'notNegative', fields: ['price'], coverage: 0.5, filter: 'id > 3' },
  { rule: 'unique', fields: ['id'] },
  { rule: 'sum', fields: ['price'], properties: { value: 5 } },
  { rule: 'distinctCount', fields: ['day'], properties: { value: 2 } },
  { rule: 'requiredValues', fields: ['day'], properties: { list: ['mon'] } },
  { rule: 'minPartitionSize', properties: { value: 5 } },
  { rule: 'volumetric', properties: { comparison: 'Absolute Value', min: 1, max: 100 } },
  { rule: 'metric', fields: ['price'], properties: { comparison: 'Absolute Value', min: -100, max: 100 } },
  { rule: 'fieldCount', properties: { value: 3 } },
  { rule: 'satisfiesExpression', properties: { expression: 'price / {{divisor}} < 100' } },
]
const rows = (from: number) =>
  csv(
    ['id', 'price', 'day'],
    Array.from({ length: 8 }, (_, index) => [from + index, index - 2, index % 2 ? 'mon' : 'tue']),
  )

describeRuns('a scan has a word on every check', (app) => {
  test('whatever the checks, the partitions and the rows', async () => {
    const random = seeded(20_261_124)
    const source = await app.source({
      'a.csv': rows(0),
      'p_1.csv': rows(10),
      'p_2.csv': rows(14),
      'e.csv': 'id,price,day\n',
    })
    const made = new Set<string>()
    for (const container of ['a.csv', 'p_*.csv', 'e.csv']) {
      for (const check of checks.filter(() => random() < 0.8)) {
        const container_id = (await app.containers(source)).get(container)
        const answer = await app.ask('POST', '/api/quality-checks', {
          container_id,
          description: check.rule,
          ...check,
        })
        if (answer.status === 201) made.add(check.rule)
      }
    }
    assert.ok(made.size >= 8, [...made].join(', '))
    for (const payload of [
      {},
      { incremental: true },
      { max_records_analyzed_per_partition: 3 },
      { check_variables: { divisor: 2 } },
    ]) {
      const scan = await scanned(app, source, payload)
      assert.equal(scan.result, 'success', scan.message)
      await assertRunInvariants(app, JSON.stringify(payload))
    }
  })

  test('or it fails, loudly, and names the check', async () => {
    const source = await app.source({ 'p_1.csv': rows(0), 'p_2.csv': rows(8) })
    const check = await app.check(source, 'p_*.csv', { rule: 'notNegative', fields: ['price'] })
    const kept = await app.check(source, 'p_*.csv', { rule: 'notNull', fields: ['id'] })
    const id = await app.trigger(source, { type: 'scan' })
    for (let step = 0; step < 4; step++) await app.step()
    await sql`delete from check_results where quality_check_id = ${check}`.execute(
      app.environment.store.database,
    )
    await finish(app)
    const { result, message, status } = await app.ended(id)
    assert.deepEqual([result, status.containers_analyzed], ['failure', 0])
    assert.match(message, new RegExp(`no verdict on 1 of 2 checks \\(${check}\\)`))
    assert.doesNotMatch(message, new RegExp(`\\(.*${kept}.*\\)`))
    assert.ok(app.logged.some((line) => line.includes('no verdict')))
  })
})
