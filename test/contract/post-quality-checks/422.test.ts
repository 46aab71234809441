import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

const wrong: [string, object, string][] = [
  ['no description', { description: undefined }, 'body.description'],
  ['no rule', { rule: undefined }, 'body.rule'],
  ['an unknown rule', { rule: 'isNotNull' }, 'body.rule'],
  ['an unknown field', { fields: ['nobody'] }, 'body.fields'],
  ['a field in other letters', { fields: ['Name'] }, 'body.fields'],
  ['a coverage above 1', { coverage: 1.01 }, 'body.coverage'],
  ['a status that is reached by DELETE', { status: 'Archived' }, 'body.status'],
  ['a field type that the rule cannot judge', { rule: 'between', properties: { min: 1 } }, 'body.fields'],
  ['an unknown property', { properties: { minimum: 1 } }, 'body.properties.minimum'],
  [
    'a property of the wrong type',
    { rule: 'sum', fields: ['age'], properties: { value: 'one' } },
    'body.properties.value',
  ],
  ['a filter about a field that is not there', { filter: 'nobody = 1' }, 'body.filter'],
  ['a filter that is no SQL', { filter: 'age >' }, 'body.filter'],
  ['a filter that would end the statement', { filter: '1=1); drop table x; --' }, 'body.filter'],
  ['a filter that is not text', { filter: 5 }, 'body.filter'],
  [
    'an expression about a field that is not there',
    { rule: 'satisfiesExpression', fields: [], properties: { expression: 'age > nobody' } },
    'body.properties.expression',
  ],
  [
    'a wrong expression beside a good filter',
    { rule: 'satisfiesExpression', fields: [], filter: 'age > 1', properties: { expression: 'nobody' } },
    'body.properties.expression',
  ],
  [
    'a pattern that does not compile',
    { rule: 'matchesPattern', properties: { pattern: '(' } },
    'body.properties.pattern',
  ],
  ['a message field that is not there', { anomaly_message_field: 'nobody' }, 'body.anomaly_message_field'],
]

describeContract('POST /quality-checks refuses what cannot be a check', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => void (people = await makePeople(app)))
  const input = (change: object) => ({
    container_id: people.container,
    description: 'x',
    rule: 'notNull',
    fields: ['name'],
    ...change,
  })

  for (const [what, change, at] of wrong) {
    test(what, async () => {
      const ask = () => app.ask('POST', '/api/quality-checks', input(change))
      const answer = await assertRefused(app, ask, 422, 'invalid')
      assert.deepEqual(places(answer), [at], JSON.stringify(answer.body))
    })
  }

  const elsewhere = { 'the same datastore': false, 'another datastore': true }
  for (const [where, isElsewhere] of Object.entries(elsewhere))
    test(`SQL about a container of ${where} that its store does not take`, async () => {
      const other = isElsewhere ? await makePeople(app) : people
      const reference = { ref_container_id: other.container }
      const sent: [object, string][] = [
        [{ ref_expression: 'sum(nobody)' }, 'body.properties.ref_expression'],
        [{ ref_expression: 'age' }, 'body.properties.ref_expression'],
        [{ ref_expression: 'count(*); drop table x' }, 'body.properties.ref_expression'],
        [{ ref_expression: 'count(*)', ref_filter: 'nobody = 1' }, 'body.properties.ref_filter'],
      ]
      for (const [properties, at] of sent) {
        const rule = { rule: 'aggregationComparison', fields: [] }
        const check = input({ ...rule, properties: { expression: 'count(*)', ...reference, ...properties } })
        const answer = await assertRefused(
          app,
          () => app.ask('POST', '/api/quality-checks', check),
          422,
          'invalid',
        )
        assert.deepEqual(places(answer), [at], JSON.stringify(answer.body))
      }
      const properties = { field_name: 'name', ...reference, ref_filter: 'age >' }
      const ask = () => app.ask('POST', '/api/quality-checks', input({ rule: 'existsIn', properties }))
      assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.properties.ref_filter'])
    })

  test('an owner who could not draft the check', async () => {
    const token = await app.user('Member', { Viewer: [people.datastore] })
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      'select id from users where user_name = $1',
      [token],
    )
    const ask = () => app.ask('POST', '/api/quality-checks', input({ owner_id: rows[0]?.id }))
    assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.owner_id'])
  })

  test('a default assignee without Viewer, made or changed, who is not named to a Member', async () => {
    const reporter = await app.user('Member', { Reporter: [people.datastore] })
    const author = await app.user('Member', { Author: [people.datastore] })
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      'select id from users where user_name = $1',
      [reporter],
    )
    const change = { default_anomaly_assignee_id: rows[0]?.id }
    const own = { filter: 'age > 17' }
    const made = await app.ask('POST', '/api/quality-checks', input(own), author)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    for (const ask of [
      () => app.ask('POST', '/api/quality-checks', input({ filter: 'age > 18', ...change }), author),
      () => app.ask('PUT', `/api/quality-checks/${made.body.id}`, change, author),
    ]) {
      const answer = await assertRefused(app, ask, 422, 'invalid')
      assert.deepEqual(places(answer), ['body.default_anomaly_assignee_id'])
      assert.match(answer.body.detail[0].msg, /^The user \d+ needs Viewer/)
    }
  })

  test('an Active check whose SQL about a container of another datastore its store cannot be asked about', async () => {
    const other = await makePeople(app)
    const { body } = await app.ask('GET', `/api/datastores/${other.datastore}`)
    await rm(body.root_path, { recursive: true })
    const properties = { field_name: 'name', ref_container_id: other.container, ref_filter: 'age > 1' }
    const check = input({ rule: 'existsIn', properties })
    const answer = await app.ask('POST', '/api/quality-checks', check)
    assert.deepEqual([answer.status, places(answer)], [422, ['body.status']])
    assert.match(answer.body.detail[0].msg, /asked about its ref_filter.* Draft/)
    assert.equal((await app.ask('POST', '/api/quality-checks', { ...check, status: 'Draft' })).status, 201)
  })

  test('an Active check whose filter the store cannot be asked about, with the reason', async () => {
    const { body } = await app.ask('GET', `/api/datastores/${people.datastore}`)
    await rm(body.root_path, { recursive: true })
    const before = await app.environment.store.pool.query('select count(*) from quality_checks')
    const answer = await app.ask('POST', '/api/quality-checks', input({ filter: 'age > 1' }))
    assert.deepEqual([answer.status, places(answer)], [422, ['body.status']])
    assert.match(answer.body.detail[0].msg, /Draft/)
    const after = await app.environment.store.pool.query('select count(*) from quality_checks')
    assert.deepEqual(after.rows, before.rows)
  })
})
