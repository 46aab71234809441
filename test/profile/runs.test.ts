import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, places } from '../harness/contract.ts'
import { describeRuns, finish } from '../harness/runs.ts'
import { csv, type Source } from '../harness/working-app.ts'

interface Shown {
  id: number
  name: string
  sum: number | null
}

describeRuns('a run of profile', (app) => {
  const profiled = async (source: Source, settings: object = {}) => {
    const run = await app.trigger(source, { type: 'profile', ...settings })
    await finish(app)
    return app.ended(run)
  }
  const profilesOf = async (source: Source, container: string): Promise<Shown[]> => {
    const id = (await app.containers(source)).get(container) ?? 0
    return (await app.ask('GET', `/api/containers/${id}/field-profiles`)).body.items
  }
  const figuresOf = async (source: Source, container: string) =>
    (await profilesOf(source, container)).map(({ name, sum }) => [name, sum])

  test('is answered with every default, and tells of each container when it has ended', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,5\n2,7\n' })
    const { body } = await app.ask('POST', '/api/operations/run', {
      type: 'profile',
      datastore_id: source.datastore_id,
      inference_threshold: 3,
    })
    assert.equal(body.result, 'queued')
    const shown = {
      ai_effort: body.ai_effort,
      inference_threshold: body.inference_threshold,
      infer_as_draft: body.infer_as_draft,
      max_records_analyzed_per_partition: body.max_records_analyzed_per_partition,
      max_count_testing_sample: body.max_count_testing_sample,
      percent_testing_threshold: body.percent_testing_threshold,
      high_correlation_threshold: body.high_correlation_threshold,
      histogram_max_distinct_values: body.histogram_max_distinct_values,
      container_names: body.container_names,
    }
    assert.deepEqual(shown, {
      ai_effort: 'high',
      inference_threshold: 3,
      infer_as_draft: false,
      max_records_analyzed_per_partition: -1,
      max_count_testing_sample: 100_000,
      percent_testing_threshold: 0.4,
      high_correlation_threshold: 0.5,
      histogram_max_distinct_values: 100,
      container_names: [],
    })
    await finish(app)
    const ended = await app.ended(body.id)
    const [profile] = ended.container_profiles
    assert.deepEqual(
      [profile.container.name, profile.records_count, profile.field_profiles_count, profile.result],
      ['a.csv', 2, 2, 'success'],
    )
  })

  test('is refused for containers that are not there, a time that is none, and two efforts', async () => {
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    const ask = (members: object) => () =>
      app.ask('POST', '/api/operations/run', {
        type: 'profile',
        datastore_id: source.datastore_id,
        ...members,
      })
    for (const [member, members] of [
      ['container_names', { container_names: ['none.csv'] }],
      ['greater_than_time', { greater_than_time: 'soon' }],
      ['inference_threshold', { inference_threshold: 1, ai_effort: 'max' }],
      ['percent_testing_threshold', { percent_testing_threshold: 1.5 }],
      ['high_correlation_threshold', { high_correlation_threshold: -0.1 }],
    ] as const)
      assert.deepEqual(places(await assertRefused(app, ask(members), 422, 'invalid')), [`body.${member}`])
  })

  test('that is aborted keeps what was measured, and resumed measures only the rest', async () => {
    const source = await app.source({
      'a.csv': 'id,price\n1,5\n2,7\n',
      'b_1.csv': 'id,cost\n1,1\n',
      'b_2.csv': 'id,cost\n2,2\n',
    })
    const id = await app.trigger(source, { type: 'profile' })
    // The plan, the first container, and the first of the partitions.
    for (const kind of ['plan', 'container', 'container', 'partition']) assert.equal(await app.step(), kind)
    const before = await profilesOf(source, 'a.csv')
    assert.equal(before.length, 2)
    const { body: aborted } = await app.ask('PUT', `/api/operations/abort/${id}`)
    assert.deepEqual([aborted.result, aborted.status.partitions_analyzed], ['aborted', 2])
    assert.equal(await app.step(), null)
    assert.deepEqual(await profilesOf(source, 'b_*.csv'), [])
    await app.ask('PUT', `/api/operations/run/${id}`)
    const kinds: (string | null)[] = []
    for (let kind = await app.step(); kind !== null; kind = await app.step()) kinds.push(kind)
    assert.deepEqual(kinds, ['partition', 'conclude'])
    const resumed = await app.ended(id)
    assert.deepEqual([resumed.result, resumed.message], ['success', null])
    assert.deepEqual(
      [
        resumed.status.containers_analyzed,
        resumed.status.partitions_analyzed,
        resumed.status.records_processed,
      ],
      [2, 3, 4],
    )
    assert.deepEqual(
      (await profilesOf(source, 'a.csv')).map((profile) => profile.id),
      before.map((profile) => profile.id),
    )
    assert.deepEqual(await figuresOf(source, 'b_*.csv'), [
      ['id', 3],
      ['cost', 3],
    ])
    // Rerun: everything from scratch, in a run of its own.
    const { body: again } = await app.ask('PUT', `/api/operations/rerun/${id}`)
    await finish(app)
    assert.deepEqual((await app.ended(again.id)).status.partitions_analyzed, 3)
  })

  test('that cannot read a container says so, keeps the others, and succeeds once it is mended', async () => {
    const source = await app.source({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' })
    source.remove('a.csv')
    const failed = await profiled(source)
    assert.equal(failed.result, 'failure')
    assert.match(failed.message, /1 of 2 containers failed. "a.csv": /)
    assert.deepEqual(await figuresOf(source, 'b.csv'), [['id', 2]])
    source.write({ 'a.csv': 'id\n4\n' })
    await app.ask('PUT', `/api/operations/run/${failed.id}`)
    await finish(app)
    assert.equal((await app.ended(failed.id)).result, 'success')
    assert.deepEqual(await figuresOf(source, 'a.csv'), [['id', 4]])
  })

  test('finds that a field is gone, and that it is back', async () => {
    const source = await app.source({ 'a.csv': 'id,price\n1,5\n' })
    const container = (await app.containers(source)).get('a.csv')
    const statusOf = async () => {
      const { body } = await app.ask('GET', `/api/fields?container=${container}&name=price`)
      return body.items[0].status
    }
    source.write({ 'a.csv': 'id\n1\n' })
    await profiled(source)
    assert.equal(await statusOf(), 'missing')
    source.write({ 'a.csv': 'id,price\n1,6\n' })
    await profiled(source)
    assert.equal(await statusOf(), 'active')
    assert.deepEqual(await figuresOf(source, 'a.csv'), [
      ['id', 1],
      ['price', 6],
    ])
  })

  test('leaves out excluded fields, and reads only what is above the start that it is given', async () => {
    const rows = [1, 2, 3, 4].map((id) => [id, id * 10])
    const source = await app.source({ 'a.csv': csv(['id', 'price'], rows) })
    const container = (await app.containers(source)).get('a.csv') ?? 0
    const { database } = app.environment.store
    await app.ask('PUT', `/api/containers/${container}`, {
      incremental_field_name: 'id',
      incremental_identifier_type: 'batch-value',
    })
    await database
      .updateTable('fields')
      .set({ status: 'excluded' })
      .where('container_id', '=', container)
      .where('name', '=', 'price')
      .execute()
    const { container_profiles } = await profiled(source, { greater_than_batch: 2 })
    assert.deepEqual([container_profiles[0].records_count, container_profiles[0].records_processed], [4, 2])
    assert.deepEqual(await figuresOf(source, 'a.csv'), [['id', 7]])
  })

  test('measures an empty container, and fields without a value', async () => {
    const source = await app.source({ 'empty.csv': 'id,price\n', 'nothing.csv': 'id,price\n1,\n2,\n' })
    const { result, message } = await profiled(source)
    assert.deepEqual([result, message], ['success', null])
    const price = (await profilesOf(source, 'nothing.csv'))[1] as Shown & Record<string, unknown>
    assert.deepEqual(
      [price['completeness'], price['approximate_distinct_values'], price['histogram_buckets']],
      [0, 0, []],
    )
    const empty = (await profilesOf(source, 'empty.csv')) as (Shown & Record<string, unknown>)[]
    assert.deepEqual(
      empty.map((profile) => [profile['completeness'], profile.sum]),
      [
        [null, null],
        [null, null],
      ],
    )
  })

  test('measures the groups of rows that share the values of the fields that the container names', async () => {
    const rows = [
      ['de', 1],
      ['de', 2],
      ['fr', 5],
      [null, 9],
    ]
    const source = await app.source({ 'a.csv': csv(['country', 'price'], rows) })
    const container = (await app.containers(source)).get('a.csv') ?? 0
    const put = (body: object) => app.ask('PUT', `/api/containers/${container}`, body)
    for (const group_by_fields of [[['none']], [['country', 'country']]])
      assert.deepEqual(places(await put({ group_by_fields })), ['body.group_by_fields'])
    const { body } = await put({ group_by_fields: [['country']] })
    assert.deepEqual(body.group_by_fields, [['country']])
    await profiled(source)
    const { body: page } = await app.ask('GET', `/api/containers/${container}/profiles?parts=true`)
    const groups: unknown[] = []
    for (const { id, group } of page.items) {
      const path = `/api/containers/${container}/field-profiles?profile=${id}`
      const [, price] = (await app.ask('GET', path)).body.items
      groups.push([group, price.sum])
    }
    const sum = (one: unknown) => (one as [unknown, number])[1]
    assert.deepEqual(
      groups.sort((one, other) => sum(one) - sum(other)),
      [
        [{ country: 'de' }, 3],
        [{ country: 'fr' }, 5],
        [{ country: null }, 9],
        [null, 17],
      ],
    )
    // The newest profile of the field is that of all rows, and a field that makes groups cannot be masked.
    assert.deepEqual((await figuresOf(source, 'a.csv'))[1], ['price', 17])
    const { body: fields } = await app.ask('GET', `/api/fields?container=${container}&name=country`)
    const masked = await app.ask('PUT', `/api/fields/${fields.items[0].id}`, { status: 'masked' })
    assert.deepEqual([masked.status, masked.body.code], [409, 'wrong_state'])
  })

  test('can be scheduled', async () => {
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    const { status, body } = await app.ask('POST', '/api/operations/schedule', {
      type: 'profile',
      datastore_id: source.datastore_id,
      crontab: '0 2 * * *',
      histogram_max_distinct_values: 7,
    })
    assert.deepEqual([status, body.type, body.histogram_max_distinct_values], [200, 'profile', 7])
  })
})
