import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, promoted, type Place } from '../../harness/promotions.ts'
import { describeRuns } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const orders = 'id,amount,customer\n1,20,Ann\n2,5,Bob\n'

describeRuns('A promotion of checks', (app) => {
  const names = async (from: Place, to: Place, members: object = {}) =>
    (await promoted(app, from, to, { dry_run: true, ...members })).results
      .map((item: Body) => item.source_entity.description)
      .join()

  const ends = async () => {
    const source = await app.source({ 'orders.csv': orders, 'copy.csv': orders })
    const add = (description: string, members: object = {}) =>
      app.check(source, 'orders.csv', { rule: 'notNull', fields: ['id'], description, ...members })
    const from = await placeOf(app, source, 'orders.csv')
    return { add, from, to: await placeOf(app, source, 'copy.csv') }
  }

  test('takes Active and Draft checks, those of ids, or those with a tag', async () => {
    const { add, from, to } = await ends()
    const active = await add('active')
    const draft = await add('draft', { status: 'Draft', fields: ['amount'] })
    await add('gold', { fields: ['customer'], tags: ['gold', 'more'] })
    assert.equal(await names(from, to), 'active,draft,gold')
    assert.equal(await names(from, to, { check_ids: [], check_tags: [] }), 'active,draft,gold')
    assert.equal(await names(from, to, { check_ids: [draft, active, draft] }), 'active,draft')
    assert.equal(await names(from, to, { check_tags: ['gold', 'more', 'none'] }), 'gold')
    assert.equal(await names(from, to, { check_tags: ['none'] }), '')
  })

  test('leaves out what is put away, even by its id', async () => {
    const { add, from, to } = await ends()
    const ids = [await add('archived'), await add('discarded', { fields: ['amount'] })]
    await app.ask('DELETE', `/api/quality-checks/${ids[0]}`)
    await app.ask('DELETE', `/api/quality-checks/${ids[1]}?status=Discarded`)
    assert.equal(await names(from, to), '')
    const run = await promoted(app, from, to, { check_ids: ids })
    assert.deepEqual([run.result, run.message, run.status.total], ['success', 'Nothing was selected.', 0])
  })
})
