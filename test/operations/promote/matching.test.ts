import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, placeOf, promoted } from '../../harness/promotions.ts'
import { describeRuns } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const orders = 'id,amount,customer\n1,20,Ann\n2,5,Bob\n'

const results = (run: Body) => run.results.map((item: Body) => item.result)
const messages = (run: Body) => run.results.map((item: Body) => item.message)

describeRuns('A promotion finds at the destination', (app) => {
  const ends = async () => {
    const source = await app.source({ 'orders.csv': orders, 'other.csv': orders })
    const destination = await app.source({ 'orders.csv': orders })
    const add = (description: string, members: object = {}) =>
      app.check(source, 'orders.csv', { rule: 'notNull', fields: ['id'], description, ...members })
    const there = (description: string, members: object = {}) =>
      app.check(destination, 'orders.csv', { rule: 'notNull', fields: ['id'], description, ...members })
    const from = await placeOf(app, source, 'orders.csv')
    const other = await placeOf(app, source, 'other.csv')
    return { add, there, from, other, to: await placeOf(app, destination, 'orders.csv') }
  }

  test('what it made before, though both were changed since', async () => {
    const { add, from, to } = await ends()
    const id = await add('first')
    const made = (await promoted(app, from, to)).results[0].destination_entity_id
    await app.ask('PUT', `/api/quality-checks/${id}`, { fields: ['amount'], description: 'second' })
    await app.ask('PUT', `/api/quality-checks/${made}`, { filter: 'id > 7', status: 'Active', tags: ['own'] })
    const run = await promoted(app, from, to)
    assert.deepEqual(results(run), ['updated'])
    const [check] = await checksOf(app, to)
    assert.deepEqual(
      [check.id, check.description, check.filter, check.fields[0].name, check.status],
      [made, 'second', null, 'amount', 'Active'],
    )
    assert.deepEqual(
      check.global_tags.map(({ name }: Body) => name),
      ['own'],
      'tags of the destination stay',
    )
  })

  test('a Draft that it made before, which stays one when checks are to be in force, and says so', async () => {
    const { add, from, to } = await ends()
    const id = await add('first')
    const made = (await promoted(app, from, to)).results[0].destination_entity_id
    const stays = `Check ${made} of the destination was a Draft, and stays one: activate it there.`
    const same = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual([results(same), messages(same)], [['skipped'], [stays]])
    await app.ask('PUT', `/api/quality-checks/${id}`, { description: 'second' })
    const changed = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual([results(changed), messages(changed)], [['updated'], [stays]])
    assert.deepEqual(
      (await checksOf(app, to)).map(({ description, status }) => [description, status]),
      [['second', 'Draft']],
    )
    await app.ask('PUT', `/api/quality-checks/${made}`, { status: 'Active' })
    const inForce = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual([results(inForce), messages(inForce)], [['skipped'], [null]])
  })

  test('else a check of the same test, whatever it is called, which then follows its source', async () => {
    const { add, there, from, to } = await ends()
    const id = await add('called so', { filter: 'amount > 1' })
    const own = await there('called otherwise', { filter: 'amount > 1', coverage: 0.5 })
    const run = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual(results(run), ['updated'])
    assert.equal(run.results[0].destination_entity_id, own)
    await app.ask('PUT', `/api/quality-checks/${id}`, { filter: 'amount > 2' })
    assert.equal((await promoted(app, from, to)).results[0].destination_entity_id, own)
    assert.deepEqual(
      (await checksOf(app, to)).map(({ filter, coverage, status }) => [filter, coverage, status]),
      [['amount > 2', 1, 'Active']],
    )
  })

  test('nothing in what was put away there: it is made anew, and what was put away stays so', async () => {
    const { add, from, to } = await ends()
    await add('one')
    const made = (await promoted(app, from, to)).results[0].destination_entity_id
    await app.ask('DELETE', `/api/quality-checks/${made}`)
    assert.deepEqual(results(await promoted(app, from, to)), ['created'])
    assert.deepEqual(results(await promoted(app, from, to)), ['skipped'])
    assert.deepEqual(
      (await checksOf(app, to)).map(({ status }) => status),
      ['Archived', 'Draft'],
    )
    await app.ask('DELETE', `/api/quality-checks/${made}?archive=false`)
    assert.deepEqual(results(await promoted(app, from, to)), ['skipped'])
  })

  test('one check for two of the source that test the same', async () => {
    const { add, from, to } = await ends()
    const first = await add('one', { status: 'Draft' })
    await add('two')
    for (const as_draft of [true, false]) {
      const run = await promoted(app, from, to, { as_draft })
      assert.deepEqual(results(run), [as_draft ? 'created' : 'skipped', 'skipped'])
      const message = `Check ${first} of the source tests the same and is promoted already.`
      assert.match(messages(run)[0] ?? '', as_draft ? /^$/ : /was a Draft, and stays one/)
      assert.equal(messages(run)[1], message)
    }
    assert.equal((await checksOf(app, to)).length, 1)
  })

  test('the same check for two sources, which then both keep it', async () => {
    const { add, from, other, to } = await ends()
    await add('one')
    const [made] = (await promoted(app, from, to)).results
    await promoted(app, from, other)
    const run = await promoted(app, other, to)
    assert.deepEqual(
      [results(run), run.results[0].destination_entity_id],
      [['skipped'], made.destination_entity_id],
    )
  })

  test('an equal check in force, and then leaves alone what would become a second one', async () => {
    const { add, there, from, to } = await ends()
    const id = await add('one')
    const run = await promoted(app, from, to, { as_draft: false })
    const made = run.results[0].destination_entity_id
    const equal = await there('theirs', { fields: ['amount'] })
    await app.ask('PUT', `/api/quality-checks/${id}`, { fields: ['amount'] })
    const refused = await promoted(app, from, to, { as_draft: false })
    assert.deepEqual([refused.result, results(refused)], ['failure', ['failed']])
    assert.deepEqual(messages(refused), [
      `The Active check ${equal} of the destination tests the same already, so check ${made} was left as it is.`,
    ])
    assert.deepEqual(
      (await checksOf(app, to)).map((check) => check.fields[0].name),
      ['id', 'amount'],
    )
  })

  test('place for a test that another check gives up in the same run', async () => {
    const { add, from, to } = await ends()
    const [first, second] = [await add('one'), await add('two', { fields: ['amount'] })]
    await promoted(app, from, to, { as_draft: false })
    await app.ask('PUT', `/api/quality-checks/${second}`, { fields: ['customer'] })
    await app.ask('PUT', `/api/quality-checks/${first}`, { fields: ['amount'] })
    assert.deepEqual(results(await promoted(app, from, to, { as_draft: false })), ['updated', 'updated'])
    assert.deepEqual(
      (await checksOf(app, to)).map((check) => check.fields[0].name),
      ['amount', 'customer'],
    )
  })

  test('a check of a locked template, which keeps what it tests and takes the rest', async () => {
    const { add, from, to } = await ends()
    const id = await add('of the source', { coverage: 0.5 })
    const template = { rule_type: 'notNull', description: 'Of the template', template_locked: true }
    const { body: made } = await app.ask('POST', '/api/quality-check-templates', template)
    const use = { container_id: to.container_id, template_id: made.id, fields: ['id'], rule: 'notNull' }
    const { body: followed } = await app.ask('POST', '/api/quality-checks', { ...use, description: 'There' })
    for (const as_draft of [true, false]) {
      const run = await promoted(app, from, to, { as_draft })
      assert.deepEqual(results(run), ['failed'])
      assert.equal(run.results[0].destination_entity_id, followed.id)
      assert.deepEqual(messages(run), [
        `Check ${followed.id} follows the locked template ${made.id}; change the template, or unlock it.`,
      ])
    }
    await app.ask('PUT', `/api/quality-checks/${id}`, { coverage: 1 })
    assert.deepEqual(results(await promoted(app, from, to)), ['updated'])
    const [check] = await checksOf(app, to)
    assert.deepEqual([check.id, check.description, check.coverage], [followed.id, 'of the source', 1])
  })
})
