import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, placeOf, promoted, promotion } from '../../harness/promotions.ts'
import { describeRuns, finish } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const orders = 'id,amount,customer\n1,20,Ann\n2,5,Bob\n'
const customers = 'name\nAnn\nBob\n'

describeRuns('A check that names other things', (app) => {
  test('refers to the container of the same name at the destination, and to the destination for its own', async () => {
    const files = { 'orders.csv': orders, 'customers.csv': customers }
    const [source, destination] = [await app.source(files), await app.source(files)]
    const third = await app.source({ 'names.csv': customers })
    const here = await app.containers(source)
    const there = await app.containers(destination)
    const names = (await app.containers(third)).get('names.csv')
    const refers = (description: string, ref_container_id: unknown, field_name = 'name') =>
      app.check(source, 'orders.csv', {
        rule: 'existsIn',
        fields: ['customer'],
        description,
        properties: { ref_container_id, field_name },
      })
    await refers('to customers', here.get('customers.csv'))
    await refers('to itself', here.get('orders.csv'), 'customer')
    await refers('to a third', names)
    const from = await placeOf(app, source, 'orders.csv')
    const to = await placeOf(app, destination, 'orders.csv')
    const run = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual(run.status, { total: 3, created: 3, updated: 0, skipped: 0, failed: 0 }, run.message)
    const checks = await checksOf(app, to)
    assert.deepEqual(
      checks.map(({ properties }) => properties.ref_container_id),
      [there.get('customers.csv'), there.get('orders.csv'), names],
    )
    assert.equal((await promoted(app, from, to, { as_draft: false })).status.skipped, 3)

    const editor = await app.user('Member', { Editor: [from.datastore_id, to.datastore_id] })
    await app.environment.store.pool.query('delete from quality_checks where container_id = $1', [
      to.container_id,
    ])
    const { body } = await app.ask(
      'POST',
      '/api/operations/run',
      promotion(from, to, { as_draft: false }),
      editor,
    )
    await finish(app)
    const results: Body[] = (await app.ended(body.id)).results
    assert.deepEqual(
      results.map(({ message }) => message),
      [
        null,
        null,
        `The check refers to the container ${names}: whoever promotes it needs Viewer on its datastore.`,
      ],
    )
  })

  test('stays a Draft that refers where it did, when the destination has no such container', async () => {
    const source = await app.source({ 'orders.csv': orders, 'customers.csv': customers })
    const ref_container_id = (await app.containers(source)).get('customers.csv')
    await app.check(source, 'orders.csv', {
      rule: 'existsIn',
      fields: ['customer'],
      properties: { ref_container_id, field_name: 'name' },
    })
    const from = await placeOf(app, source, 'orders.csv')
    const to = await placeOf(app, await app.source({ 'orders.csv': orders }), 'orders.csv')
    const [refused] = (await promoted(app, from, to, { as_draft: false })).results
    const lacks =
      'The datastore of the destination has no container called "customers.csv", which the check refers to.'
    assert.deepEqual([refused.result, refused.message], ['failed', lacks])
    const [drafted] = (await promoted(app, from, to)).results
    assert.equal(drafted.message.startsWith(lacks), true)
    const [check] = await checksOf(app, to)
    assert.deepEqual([check.status, check.properties.ref_container_id], ['Draft', ref_container_id])
  })

  test('names the fields in its properties as the destination does', async () => {
    const source = await app.source({ 'orders.csv': orders })
    await app.check(source, 'orders.csv', {
      rule: 'greaterThanField',
      fields: ['amount'],
      properties: { field_name: 'id' },
    })
    await app.check(source, 'orders.csv', {
      rule: 'entityResolution',
      properties: { distinct_field_name: 'id', target_fields: [{ field_name: 'customer', weight: 2 }] },
    })
    const from = await placeOf(app, source, 'orders.csv')
    const to = await placeOf(
      app,
      await app.source({ 'o.csv': 'Id,Amount,Customer\n1,20,Ann\n2,5,Bob\n' }),
      'o.csv',
    )
    const run = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual(run.status.created, 2, JSON.stringify(run.results))
    const [greater, entities] = await checksOf(app, to)
    assert.deepEqual([greater.fields[0].name, greater.properties.field_name], ['Amount', 'Id'])
    assert.deepEqual(
      [entities.properties.distinct_field_name, entities.properties.target_fields],
      ['Id', [{ field_name: 'Customer', weight: 2 }]],
    )
  })
})
