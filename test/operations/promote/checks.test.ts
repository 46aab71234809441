import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, placeOf, promoted } from '../../harness/promotions.ts'
import { describeRuns } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const orders = 'id,amount,customer\n1,20,Ann\n2,5,Bob\n'

const told = (run: Body) =>
  run.results.map((item: Body) => [item.source_entity.description, item.result, item.message])

describeRuns('A promotion of checks', (app) => {
  const ends = async (there = orders) => {
    const source = await app.source({ 'orders.csv': orders })
    const destination = await app.source({ 'orders.csv': there })
    const add = (description: string, members: object) =>
      app.check(source, 'orders.csv', { rule: 'notNull', fields: ['customer'], description, ...members })
    return {
      add,
      source,
      destination,
      from: await placeOf(app, source, 'orders.csv'),
      to: await placeOf(app, destination, 'orders.csv'),
    }
  }

  test('creates Drafts with all that a person decided, and says what it did', async () => {
    const { add, from, to } = await ends()
    const id = await add('customers are known', {
      filter: 'id > 0',
      coverage: 0.9,
      tags: ['gold'],
      additional_metadata: { team: 'sales' },
      anomaly_message_field: 'id',
    })
    const run = await promoted(app, from, to, { check_additional_tags: ['promoted'] })
    const [check] = await checksOf(app, to)
    assert.deepEqual(
      [run.type, run.promote_type, run.result, run.message, run.as_draft, run.dry_run],
      ['promote', 'quality_check', 'success', null, true, false],
    )
    assert.deepEqual(run.status, { total: 1, created: 1, updated: 0, skipped: 0, failed: 0 })
    assert.deepEqual(run.results, [
      {
        source_entity_id: id,
        source_entity: { id, description: 'customers are known', rule_type: 'notNull', status: 'Active' },
        entity_type: 'quality_check',
        result: 'created',
        destination_entity_id: check.id,
        destination_entity: {
          id: check.id,
          description: 'customers are known',
          rule_type: 'notNull',
          status: 'Draft',
        },
        message: null,
        changes: [],
      },
    ])
    assert.deepEqual(
      [check.status, check.filter, check.coverage, check.additional_metadata, check.anomaly_message_field],
      ['Draft', 'id > 0', 0.9, { team: 'sales' }, 'id'],
    )
    assert.deepEqual(
      check.global_tags.map(({ name }: Body) => name),
      ['gold', 'promoted'],
    )
    assert.deepEqual([run.container.name, run.destination_container.id], ['orders.csv', to.container_id])
    assert.deepEqual([check.owner.user_name, check.created_by], [run.triggered_by, run.triggered_by])
    const versions = await app.ask('GET', `/api/quality-checks/${check.id}/versions`)
    assert.equal(versions.body.total, 1)
  })

  test('done twice skips everything; a change of the source is an update, member by member', async () => {
    const { add, from, to } = await ends()
    const id = await add('one', {})
    await add('two', { fields: ['amount'] })
    await promoted(app, from, to)
    const again = await promoted(app, from, to)
    assert.deepEqual(again.status, { total: 2, created: 0, updated: 0, skipped: 2, failed: 0 })
    await app.ask('PUT', `/api/quality-checks/${id}`, { description: 'one more', filter: 'amount > 1' })
    const plan = await promoted(app, from, to, { dry_run: true })
    assert.deepEqual(plan.status, { total: 2, created: 0, updated: 1, skipped: 1, failed: 0 })
    assert.deepEqual(
      (await checksOf(app, to)).map(({ description }) => description),
      ['one', 'two'],
    )
    const third = await promoted(app, from, to)
    assert.deepEqual(third.results[0].changes, [
      { member: 'description', from: 'one', to: 'one more' },
      { member: 'filter', from: null, to: 'amount > 1' },
    ])
    assert.deepEqual(plan.results[0].changes, third.results[0].changes)
    assert.deepEqual(
      (await checksOf(app, to)).map(({ description }) => description),
      ['one more', 'two'],
    )
    const versions = await app.ask(
      'GET',
      `/api/quality-checks/${third.results[0].destination_entity_id}/versions`,
    )
    assert.equal(versions.body.total, 2)
  })

  test('finds a field in another letter case, and makes a Draft without the fields that are not there', async () => {
    const { add, from, to } = await ends('ID,AMOUNT\n1,20\n')
    await add('amounts', { rule: 'notNegative', fields: ['amount'], properties: {} })
    await add('customers', {})
    const run = await promoted(app, from, to)
    const message =
      '"orders.csv" has no field called "customer". It is a Draft without them: complete it at the destination, then activate it.'
    assert.deepEqual(told(run), [
      ['amounts', 'created', null],
      ['customers', 'created', message],
    ])
    const checks = await checksOf(app, to)
    assert.deepEqual(
      checks.map(({ fields, status }) => [fields.map(({ name }: Body) => name), status]),
      [
        [['AMOUNT'], 'Draft'],
        [[], 'Draft'],
      ],
    )
    assert.equal((await promoted(app, from, to)).status.skipped, 2)
  })

  test('into force keeps only what the destination can judge', async () => {
    const { add, from, to } = await ends('id,amount\n1,20\n')
    await add('amounts', { rule: 'notNegative', fields: ['amount'] })
    await add('customers', {})
    await add('filtered', { fields: ['id'], filter: 'customer is not null' })
    const run = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual(run.status, { total: 3, created: 1, updated: 0, skipped: 0, failed: 2 })
    assert.equal(run.result, 'success')
    assert.equal(run.message, '2 of 3 failed; the results say why of each.')
    assert.equal(run.results[1].message, '"orders.csv" has no field called "customer".')
    assert.match(run.results[2].message, /^The destination refuses it: .*customer/)
    assert.deepEqual(
      run.results.map((item: Body) => item.destination_entity_id === null),
      [false, true, true],
    )
    assert.deepEqual(
      (await checksOf(app, to)).map(({ status }) => status),
      ['Active'],
    )
  })
})
