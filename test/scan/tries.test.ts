import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeRuns, makePrices } from '../harness/runs.ts'

describeRuns('A part of a run that keeps failing', (app) => {
  test('for a reason that may pass is tried four times, then its container fails with that reason', async () => {
    const source = await makePrices(app)
    const id = await app.trigger(source, { type: 'scan', container_names: ['a.csv'] })
    assert.equal(await app.step(), 'plan')
    // A file where scratch space should be: nothing that the service foresees, and a person could mend it.
    const inTheWay = join(app.folder, 'in-the-way')
    writeFileSync(inTheWay, '')
    app.environment.sources.scratch_folder = inTheWay
    const { pool } = app.environment.store
    let tries = 0
    for (;;) {
      // Each try waits longer than the one before; here it need not.
      await pool.query(`update units set not_before = now() where state = 'waiting'`)
      if ((await app.step()) === null) break
      tries += 1
      const { body } = await app.ask('GET', `/api/operations/${id}`)
      assert.equal(body.result, tries < 4 ? 'running' : 'failure')
    }
    const { container_scans, message } = await app.ended(id)
    assert.equal(tries, 4)
    assert.equal(container_scans[0].result, 'failure')
    assert.match(container_scans[0].message, /^The service failed while working on it/)
    assert.match(message, /^1 of 1 containers failed/)
  })
})

describeRuns('"Now", for a rule,', (app) => {
  test('is the start of the container scan, for each of its partitions', async () => {
    const source = await app.source({
      'day-2026-01-01.csv': 'id,at\n1,2021-01-01 00:00:00\n2,2019-01-01 00:00:00\n',
      'day-2026-01-02.csv': 'id,at\n3,2021-01-01 00:00:00\n4,2019-01-01 00:00:00\n',
    })
    const [name = ''] = (await app.containers(source)).keys()
    await app.check(source, name, { rule: 'notFuture', fields: ['at'] })
    const id = await app.trigger(source, { type: 'scan' })
    assert.equal(await app.step(), 'plan')
    // The container scan begins then by any clock, and the check existed already.
    await app.environment.store.pool.query(`update quality_check_versions set valid_from = '2019-01-01'`)
    await app.environment.store.pool.query(
      `update operation_containers set start_time = '2020-01-01T00:00:00Z' where operation_id = $1`,
      [id],
    )
    while (await app.step()) continue
    const { container_scans } = await app.ended(id)
    const { body } = await app.ask('GET', `/api/container-scans/${container_scans[0].id}`)
    assert.deepEqual(
      body.partition_scans.map((scan: { anomaly_count: number }) => scan.anomaly_count),
      [1, 1],
    )
  })
})
