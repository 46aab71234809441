import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-checks makes a check', (app) => {
  let people = { datastore: 0, container: 0 }
  let author = ''
  before(async () => {
    people = await makePeople(app)
    author = await app.user('Member', { Author: [people.datastore] })
  })
  const post = (members: object, token = author) =>
    app.ask(
      'POST',
      '/api/quality-checks',
      { container_id: people.container, description: 'x', ...members },
      token,
    )

  test('with all its members, answered as it is stored', async () => {
    const { status, body } = await post({
      description: 'Adults',
      rule: 'between',
      fields: ['age'],
      coverage: 0.9,
      filter: ' age is not null ',
      properties: { min: 18, max: 120, inclusive_min: null },
      tags: ['pii', 'gold'],
      additional_metadata: { uid: 'people__between__age' },
      anomaly_message_field: 'name',
    })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.rule_type, body.status, body.coverage, body.filter, body.properties, body.inferred],
      ['between', 'Active', 0.9, 'age is not null', { min: 18, max: 120 }, false],
    )
    assert.deepEqual([body.owner.user_name, body.created_by, body.last_editor], [author, author, author])
    assert.deepEqual(
      body.fields.map(({ name }: { name: string }) => name),
      ['age'],
    )
    assert.deepEqual([body.anomaly_count, body.last_asserted, body.is_passing], [0, null, null])
    assert.deepEqual((await app.ask('GET', `/api/quality-checks/${body.id}`)).body, body)
  })

  test('with its properties in the order in which its rule has them, now and in every version', async () => {
    const inOrder = ['min', 'inclusive_min', 'max', 'inclusive_max']
    const { body } = await post({
      rule: 'between',
      fields: ['age'],
      properties: { inclusive_max: false, max: 99, inclusive_min: false, min: 9 },
    })
    const named = ({ properties }: { properties: object }) => Object.keys(properties)
    const versions = await app.ask('GET', `/api/quality-checks/${body.id}/versions`)
    const read = await app.ask('GET', `/api/quality-checks/${body.id}`)
    assert.deepEqual([body, read.body, versions.body.items[0]].map(named), [inOrder, inOrder, inOrder])
  })

  test('with a filter whose texts are written in a way of the engine alone', async () => {
    const { status, body } = await post({
      rule: 'notNull',
      fields: ['age'],
      filter: "name <> $$it's$$",
    })
    assert.deepEqual([status, body.filter], [201, "name <> $$it's$$"])
  })

  test('numbers in properties keep their digits: those that JSON numbers cannot hold come back as text', async () => {
    const most = JSON.rawJSON('9223372036854775807')
    const bound = await post({ rule: 'maxValue', fields: ['age'], properties: { value: most } })
    assert.deepEqual([bound.status, bound.body.properties], [201, { value: '9223372036854775807' }])
    const listed = await post({
      rule: 'expectedValues',
      fields: ['age'],
      properties: { list: [1, JSON.rawJSON('9999999999999999.9999'), 0.1] },
    })
    assert.deepEqual(listed.body.properties, { list: [1, '9999999999999999.9999', 0.1] })
    const same = await post({
      rule: 'maxValue',
      fields: ['age'],
      properties: { value: '9223372036854775807' },
    })
    assert.equal(same.status, 409, 'as a number and as text it is the same check')
    const rounded = await post({
      rule: 'maxLength',
      fields: ['name'],
      properties: { value: JSON.rawJSON('9007199254740993') },
      additional_metadata: { count: JSON.rawJSON('9007199254740993') },
    })
    assert.deepEqual(rounded.body.properties, { value: 9007199254740992 })
  })

  test('rule_type means rule; nulls and empty texts are defaults', async () => {
    const { status, body } = await post({
      rule_type: 'notNull',
      fields: ['id'],
      coverage: null,
      filter: '',
      properties: null,
      tags: null,
      additional_metadata: null,
      owner_id: null,
      status: null,
    })
    assert.deepEqual(
      [status, body.coverage, body.filter, body.properties, body.status],
      [201, 1, null, {}, 'Active'],
    )
    const counted = await post({
      rule: 'fieldCount',
      fields: null,
      properties: { value: 4 },
      status: 'Draft',
    })
    assert.deepEqual([counted.status, counted.body.fields], [201, []])
  })

  test('a comparison in words is kept and shown in its short form, and is the same check as that', async () => {
    for (const [rule, members] of [
      ['distinctCount', { fields: ['age'] }],
      ['fieldCount', {}],
      [
        'aggregationComparison',
        { properties: { expression: 'count(*)', ref_expression: '1', ref_container_id: people.container } },
      ],
    ] as const) {
      const given = { value: 4, ...('properties' in members && { ...members.properties, value: undefined }) }
      const make = (comparison: string) => post({ rule, ...members, properties: { ...given, comparison } })
      const { status, body } = await make('greater than or equal to')
      assert.deepEqual([status, body.properties.comparison], [201, 'gte'], JSON.stringify(body))
      assert.equal((await make('gte')).status, 409)
      const change = { properties: { ...body.properties, comparison: 'less than' } }
      const changed = await app.ask('PUT', `/api/quality-checks/${body.id}`, change, author)
      assert.equal(changed.body.properties.comparison, 'lt')
    }
  })

  test('the last value of a metric may come back and is not kept', async () => {
    const { status, body } = await post({
      rule: 'metric',
      fields: ['age'],
      properties: { comparison: 'Absolute Change', max: 5, last_value: 41 },
    })
    assert.deepEqual([status, body.properties], [201, { comparison: 'Absolute Change', max: 5 }])
  })

  test('a Draft, by a Drafter', async () => {
    const drafter = await app.user('Member', { Drafter: [people.datastore] })
    const { status, body } = await post({ rule: 'unique', fields: ['id'], status: 'Draft' }, drafter)
    assert.deepEqual([status, body.status, body.owner.user_name], [201, 'Draft', drafter])
  })

  test('for an owner and an assignee', async () => {
    const drafter = await app.user('Member', { Drafter: [people.datastore] })
    const { rows } = await app.environment.store.pool.query<{ id: number }>(
      'select id from users where user_name = $1',
      [drafter],
    )
    const id = rows[0]?.id
    const members = { rule: 'positive', fields: ['id'], owner_id: id, default_anomaly_assignee_id: id }
    const { body } = await post(members)
    assert.deepEqual([body.owner.id, body.default_anomaly_assignee.id], [id, id])
  })

  test('a variable in the filter waits for a scan to give it a value', async () => {
    assert.equal((await post({ rule: 'notNull', fields: ['age'], filter: 'id > {{ last }}' })).status, 201)
  })

  test('the weight counts rule, authorship and tags of check and container', async () => {
    await app.ask('POST', '/api/global-tags', { name: 'heavy', weight_modifier: 5 })
    await app.ask('POST', '/api/global-tags', { name: 'light', weight_modifier: -2 })
    await app.ask('PUT', `/api/containers/${people.container}`, { tags: ['light'] })
    const { body } = await post({ rule: 'unique', fields: ['name'], tags: ['heavy'] })
    assert.equal(body.weight, 2 + 9 + 5 - 2)
  })

  test('a store that cannot be reached does not stop a Draft', async () => {
    const { body } = await app.ask('GET', `/api/datastores/${people.datastore}`)
    await rm(body.root_path, { recursive: true })
    const members = { rule: 'notNull', fields: ['age'], filter: 'id > 5', status: 'Draft' }
    assert.equal((await post(members)).status, 201)
  })
})
