import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { anomaliesOf } from '../harness/findings.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, makePrices, scanned } from '../harness/runs.ts'
import type { Source } from '../harness/working-app.ts'

const clean = 'id,price\n1,5\n2,7\n'
const broken = 'id,price\n1,-5\n2,7\n'

describeRuns('a scan that ends after another one that began later', (app) => {
  const statuses = async ({ datastore_id }: Source) => {
    const found = await anomaliesOf(app, `&archived=include&datastore=${datastore_id}`)
    return found.map(({ status, container }) => `${container} ${status}`)
  }

  test('leaves what that one found open, when it failed, and is resumed after it', async () => {
    const source = await makePrices(app)
    source.write({ 'a.csv': broken, 'b.csv': 'id,price\n1,1,3\n' })
    const old = await scanned(app, source, { container_names: ['a.csv'] })
    assert.equal(old.status.anomalies_identified, 1)
    source.write({ 'a.csv': clean })
    const failed = await scanned(app, source)
    assert.equal(failed.result, 'failure')
    // The row is broken again, and one that was never broken before.
    source.write({ 'a.csv': 'id,price\n1,-5\n2,-7\n' })
    const later = await scanned(app, source, { container_names: ['a.csv'] })
    assert.equal(later.status.anomalies_identified, 2)

    source.write({ 'b.csv': clean })
    assert.equal((await app.ask('PUT', `/api/operations/run/${failed.id}`)).status, 200)
    await finish(app)
    const resumed = await app.ended(failed.id)
    assert.deepEqual([resumed.result, resumed.status.auto_resolved_anomaly_count], ['success', 0])
    assert.deepEqual(await statuses(source), ['a.csv Active', 'a.csv Active'])
    await assertRunInvariants(app)
  })

  test('leaves it open when both go on at the same time, and resolves what neither finds', async () => {
    const source = await makePrices(app)
    source.write({ 'a.csv': clean, 'b.csv': broken })
    await scanned(app, source)
    source.write({ 'b.csv': clean })
    const run = await app.trigger(source, { type: 'scan' })
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'container'])
    const unit = (await claimUnit(app.environment.store.database, 'a test', 60)) ?? assert.fail()
    source.write({ 'a.csv': broken })
    await scanned(app, source, { container_names: ['a.csv'] })
    await workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    await finish(app)
    const ended = await app.ended(run)
    assert.deepEqual([ended.result, ended.status.auto_resolved_anomaly_count], ['success', 1])
    assert.deepEqual((await statuses(source)).sort(), ['a.csv Active', 'b.csv Resolved'])
    await assertRunInvariants(app)
  })
})
