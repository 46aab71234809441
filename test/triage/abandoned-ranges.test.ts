import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { partitionsOf } from '../harness/findings.ts'
import { finish } from '../harness/runs.ts'
import { cutBy, datastoreOn, tableStores } from '../harness/table-stores.ts'
import { startWorkingApp } from '../harness/working-app.ts'

test('a range that fails after its field was masked does not bring its values back', async () => {
  const app = await startWorkingApp({ workers: 0 })
  const store = await (tableStores['sqlite']?.(app.folder) ?? assert.fail())
  try {
    app.environment.sources.rows_per_partition = 50
    const rows = Array.from({ length: 400 }, (_, id) => `(${id}, ${870_000 + id}, ${id - 1})`)
    await store.run([
      'create table orders (id integer, salary integer, price integer)',
      `insert into orders values ${rows.join(', ')}`,
    ])
    const source = await datastoreOn(app, 'sqlite', store, { max_parallelization: 2 })
    await app.trigger(source, { type: 'sync' })
    await finish(app)
    await app.check(source, 'orders', { rule: 'notNegative', fields: ['price'] })
    await cutBy(app, source, 'orders', 'salary')
    const operation = await app.trigger(source, { type: 'scan' })
    assert.equal(await app.step(), 'plan')
    assert.equal(await app.step(), 'container')
    const unit = await claimUnit(app.environment.store.database, 'a test', 10)
    assert.equal(unit?.kind, 'partition')
    assert.match(JSON.stringify(unit.subject), /salary .*870/)

    await cutBy(app, source, 'orders', null)
    const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=salary`)
    const masked = await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status: 'masked' })
    assert.equal(masked.status, 200)
    await store.run(['drop table orders'])
    await workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    await finish(app)

    const run = (await app.ask('GET', `/api/operations/${operation}`)).body
    assert.equal(run.result, 'failure')
    const names = (await partitionsOf(app, run.container_scans[0].id)).map(({ name }) => name)
    assert.equal(names.length, 4)
    for (const name of names) assert.match(name, /^salary <masked> \d$/)
    assert.equal(new Set(names).size, 4)
    assert.doesNotMatch(JSON.stringify(run), /8700|8701|8702|8703/)
  } finally {
    await app.close()
    await store.close()
  }
})
