import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, scanned } from '../../harness/runs.ts'

describeRuns('GET /quality-checks/{id}/costs', (app) => {
  test('has the statements of each scan that judged it, and its share of their time', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
    const first = await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
    const second = await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'] })
    const runs = [await scanned(app, source), await scanned(app, source)]
    const { body } = await app.ask('GET', `/api/quality-checks/${first}/costs`)
    assert.deepEqual(
      body.items.map(({ operation_id }: { operation_id: number }) => operation_id),
      runs.map(({ id }) => id).toReversed(),
    )
    for (const cost of body.items) {
      assert.deepEqual(
        [cost.statements, cost.shared_with, cost.records_processed, cost.basis],
        [2, 1, 2, 'read'],
      )
      assert.ok(cost.own_milliseconds <= cost.milliseconds)
    }
    const { body: other } = await app.ask('GET', `/api/quality-checks/${second}/costs?size=1`)
    assert.deepEqual([other.total, other.items[0].statements, other.items[0].shared_with], [2, 1, 1])
    const path = `/api/container-scans/${body.items[0].container_scan_id}/statements`
    const sent = (await app.ask('GET', path)).body.items.filter(({ check_ids }: { check_ids: number[] }) =>
      check_ids.includes(first),
    )
    const sum = sent.reduce(
      (all: number, { milliseconds }: { milliseconds: number }) => all + milliseconds,
      0,
    )
    assert.equal(body.items[0].milliseconds, sum)
  })

  test('costs nothing where nothing is read for it', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
    const check = await app.check(source, 'a.csv', { rule: 'fieldCount', properties: { value: 2 } })
    await scanned(app, source)
    const { body } = await app.ask('GET', `/api/quality-checks/${check}/costs`)
    const [{ statements, milliseconds, own_milliseconds, shared_with, basis }] = body.items
    assert.deepEqual([statements, milliseconds, own_milliseconds, shared_with, basis], [0, 0, 0, 0, 'none'])
  })
})
