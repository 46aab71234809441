import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, promotion } from '../../harness/promotions.ts'
import { assertRefused, places } from '../../harness/contract.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'

describeRuns('POST /operations/run is refused with what does not fit', (app) => {
  const refused = (body: object) =>
    assertRefused(app, () => app.ask('POST', '/api/operations/run', body), 422, 'invalid')

  test('no type, an unknown one, and the retired word for sync', async () => {
    const { datastore_id } = await makePrices(app)
    for (const type of [undefined, 'tidy', 'catalog']) {
      assert.deepEqual(places(await refused({ type, datastore_id })), ['body.type'])
    }
  })

  test('containers that the datastore does not have, by name', async () => {
    const { datastore_id } = await makePrices(app)
    const answer = await refused({ type: 'scan', datastore_id, container_names: ['a.csv', 'c.csv'] })
    assert.deepEqual(places(answer), ['body.container_names'])
    assert.match(answer.body.detail[0].msg, /"c\.csv"/)
  })

  test('members of another type, and limits out of bounds', async () => {
    const { datastore_id } = await makePrices(app)
    const wrong = {
      enrichment_source_record_limit: 0,
      high_count_rollup_threshold: 1001,
      incremental: 'yes',
      max_records_analyzed_per_partition: -2,
      remediation: 'replace',
    }
    const answer = await refused({ type: 'scan', datastore_id, ...wrong })
    assert.deepEqual(
      places(answer).sort(),
      Object.keys(wrong).map((member) => `body.${member}`),
    )
    for (const type of ['scan', 'sync']) {
      for (const id of ['first', 1e20, null]) {
        assert.deepEqual(places(await refused({ type, datastore_id: id })), ['body.datastore_id'])
      }
    }
  })

  test('a starting point that is no moment, or before there were any', async () => {
    const { datastore_id } = await makePrices(app)
    for (const greater_than_time of ['yesterday', '0000-01-01T00:00:00Z', '+010000-01-01T00:00:00Z']) {
      const answer = await refused({ type: 'scan', datastore_id, greater_than_time })
      assert.deepEqual(places(answer), ['body.greater_than_time'])
    }
  })

  test('a starting point for a scan that reads everything', async () => {
    const { datastore_id } = await makePrices(app)
    const starts = { greater_than_time: '2026-01-31T12:00:00Z', greater_than_batch: 7 }
    for (const [member, value] of Object.entries(starts)) {
      for (const incremental of [undefined, null, false]) {
        const answer = await refused({ type: 'scan', datastore_id, incremental, [member]: value })
        assert.deepEqual(places(answer), [`body.${member}`])
        assert.match(answer.body.detail[0].msg, /"incremental": true/)
      }
    }
  })

  test('ids of containers that the datastore does not have, and ids beside names or tags', async () => {
    const { datastore_id } = await makePrices(app)
    const other = await makePrices(app)
    const foreign = (await app.containers(other)).get('a.csv')
    const unknown = await refused({ type: 'scan', datastore_id, container_ids: [foreign, 999_999] })
    assert.deepEqual(places(unknown), ['body.container_ids'])
    assert.match(unknown.body.detail[0].msg, new RegExp(`id ${foreign}, 999999\\.`))
    for (const more of [{ container_names: ['a.csv'] }, { container_tags: ['gold'] }]) {
      const answer = await refused({ type: 'scan', datastore_id, container_ids: [foreign], ...more })
      assert.deepEqual(places(answer), ['body.container_ids'])
    }
  })

  test('a promotion onto itself, by ids and tags together, of unknown checks, out of another datastore', async () => {
    const source = await makePrices(app)
    const [a, b] = [await placeOf(app, source, 'a.csv'), await placeOf(app, source, 'b.csv')]
    const elsewhere = await placeOf(app, await makePrices(app), 'a.csv')
    const { body } = await app.ask('GET', `/api/quality-checks?container=${b.container_id}`)
    const [foreign] = body.items
    const wrong: [object, string][] = [
      [promotion(a, a), 'body.destination_container_id'],
      [promotion(a, b, { check_ids: [foreign.id], check_tags: ['gold'] }), 'body.check_ids'],
      [promotion(a, b, { check_ids: [foreign.id] }), 'body.check_ids'],
      [promotion(a, b, { check_ids: [999_999] }), 'body.check_ids'],
      [promotion(a, b, { check_id: [1] }), 'body.check_id'],
      [promotion(a, b, { as_draft: 'yes' }), 'body.as_draft'],
      [promotion({ ...elsewhere, datastore_id: a.datastore_id }, b), 'body.container_id'],
    ]
    for (const [payload, place] of wrong) assert.deepEqual(places(await refused(payload)), [place])
  })

  test('a promotion of computed things onto themselves, by ids and tags together, of unknown ones, between the wrong stores', async () => {
    const source = await makePrices(app)
    const [a, b] = [await placeOf(app, source, 'a.csv'), await placeOf(app, source, 'b.csv')]
    const elsewhere = await placeOf(app, await makePrices(app), 'a.csv')
    const fields = (members: object) => ({ ...promotion(a, b, members), type: 'promote_computed_field' })
    const ends = { datastore_id: a.datastore_id, destination_datastore_id: elsewhere.datastore_id }
    const tables = { ...ends, type: 'promote_computed_table' }
    const files = (destination_container_id: number, container_id: number, members: object = {}) => ({
      ...ends,
      type: 'promote_computed_file',
      source_container_mappings: [{ container_id, destination_container_id }],
      ...members,
    })
    const { body: computed } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'positive',
      source_container_id: a.container_id,
      select_clause: 'id',
    })
    const there = elsewhere.container_id
    const twice = { container_id: computed.id, destination_container_id: there }
    const mappings = 'body.source_container_mappings'
    const wrong: [object, string][] = [
      [{ ...promotion(a, a), type: 'promote_computed_field' }, 'body.destination_container_id'],
      [fields({ computed_field_ids: [1], computed_field_tags: ['gold'] }), 'body.computed_field_ids'],
      [fields({ computed_field_ids: [999_999] }), 'body.computed_field_ids'],
      [{ ...tables, destination_datastore_id: a.datastore_id }, 'body.destination_datastore_id'],
      [{ ...tables, container_ids: [1], container_tags: ['gold'] }, 'body.container_ids'],
      [tables, 'body.datastore_id'],
      [
        files(there, computed.id, { destination_datastore_id: a.datastore_id }),
        'body.destination_datastore_id',
      ],
      [files(there, computed.id, { source_container_mappings: [] }), mappings],
      [
        files(there, computed.id, { source_container_mappings: [twice, twice] }),
        `${mappings}.1.container_id`,
      ],
      [files(there, a.container_id), `${mappings}.0.container_id`],
      [files(b.container_id, computed.id), `${mappings}.0.destination_container_id`],
      [files(999_999, computed.id), `${mappings}.0.destination_container_id`],
    ]
    for (const [payload, place] of wrong) assert.deepEqual(places(await refused(payload)), [place])
    const several = [twice, { ...twice, container_id: 999_999 }, { ...twice, container_id: 999_998 }]
    assert.deepEqual(
      places(await refused(files(there, computed.id, { source_container_mappings: several }))),
      [`${mappings}.1.container_id`, `${mappings}.2.container_id`],
    )
  })
})
