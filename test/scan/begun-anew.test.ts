import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictsOf } from '../harness/findings.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { describeRuns, finish, scanned } from '../harness/runs.ts'

describeRuns('a container whose schema has stopped its scan', (app) => {
  /** A scan that was stopped by a check which expects a column too many, with what asks for it and resumes it. */
  const stopped = async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
    const properties = { list: ['id', 'price', 'paid'], allow_other_fields: false }
    const schema = await app.check(source, 'a.csv', { rule: 'expectedSchema', properties })
    await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const run = await scanned(app, source)
    assert.deepEqual([run.result, run.status.anomalies_identified], ['failure', 1])
    const resumed = async () => {
      assert.equal((await app.ask('PUT', `/api/operations/run/${run.id}`)).status, 200)
      await finish(app)
      const ended = await app.ended(run.id)
      const verdicts = await verdictsOf(app, ended.container_scans[0].id)
      const { body } = await app.ask(
        'GET',
        `/api/anomalies?archived=include&sort_created=asc&datastore=${source.datastore_id}`,
      )
      return {
        run: [ended.result, ended.status.anomalies_identified, ended.status.auto_resolved_anomaly_count],
        checks: [...verdicts].map(([rule, { result, anomalies }]) => `${rule} ${result} ${anomalies}`).sort(),
        anomalies: body.items.map(({ type, status }: Record<string, string>) => `${type} ${status}`),
        begun: [run, ended].map(({ container_scans }) => container_scans[0].start_time),
      }
    }
    return { schema, resumed }
  }

  test('is judged by the checks as they are when the run is resumed, and lets go of what is mended', async () => {
    const { schema, resumed } = await stopped()
    const { body: check } = await app.ask('GET', `/api/quality-checks/${schema}`)
    const properties = { list: ['id', 'price'], allow_other_fields: false }
    await app.ask('PUT', `/api/quality-checks/${schema}`, { ...check, properties })
    const { begun, ...found } = await resumed()
    assert.deepEqual(found, {
      run: ['success', 1, 1],
      checks: ['expectedSchema passed 0', 'notNegative failed 1'],
      anomalies: ['shape Resolved', 'record Active'],
    })
    assert.ok(begun[1] > begun[0], 'the checks of this time are those that were judged')
    await assertRunInvariants(app)
  })

  test('is stopped again while nothing is mended, and its check still fails with the anomaly', async () => {
    const { resumed } = await stopped()
    const { run, checks, anomalies } = await resumed()
    assert.deepEqual(run, ['failure', 1, 0])
    assert.deepEqual(checks, ['expectedSchema failed 1'])
    assert.deepEqual(anomalies, ['shape Active'])
    await assertRunInvariants(app)
  })
})
