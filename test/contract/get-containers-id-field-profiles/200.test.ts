import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeRuns, finish } from '../../harness/runs.ts'
import { csv, type Source } from '../../harness/working-app.ts'

describeRuns('GET /containers/{id}/field-profiles', (app) => {
  let source: Source
  let id = 0
  before(async () => {
    source = await app.source({
      'people.csv': csv(
        ['id', 'name', 'age', 'born'],
        [
          [1, 'Ada', 36, '1815-12-10'],
          [2, 'Alan', 41, '1912-06-23'],
          [3, 'Alan', null, '1912-06-23'],
          [4, null, 41, '1906-12-09'],
        ],
      ),
    })
    id = (await app.containers(source)).get('people.csv') ?? 0
  })
  const profiles = async (query = '') => {
    const { status, body } = await app.ask('GET', `/api/containers/${id}/field-profiles${query}`)
    assert.equal(status, 200)
    return body.items
  }

  test('has nothing until the container is profiled', async () => {
    assert.deepEqual(await profiles(), [])
  })

  test('has the newest profile of each field, in the order of the source', async () => {
    const run = await app.trigger(source, { type: 'profile' })
    await finish(app)
    const { result, message, status } = await app.ended(run)
    assert.deepEqual([result, message], ['success', null])
    assert.deepEqual(status, {
      total_containers: 1,
      containers_analyzed: 1,
      partitions_analyzed: 1,
      records_processed: 4,
      fields_profiled: 4,
      checks_synchronized: 0,
      checks_added: 0,
      checks_updated: 0,
    })
    const [number, name, age, born] = await profiles()
    assert.deepEqual([number.name, name.name, age.name, born.name], ['id', 'name', 'age', 'born'])
    assert.deepEqual([number.min, number.max, number.mean, number.median], [1, 4, 2.5, 2.5])
    assert.deepEqual([name.completeness, name.min_length, name.max_length], [0.75, 3, 4])
    assert.deepEqual(name.histogram_buckets, [
      { value: 'Alan', count: 2, ratio: 2 / 3 },
      { value: 'Ada', count: 1, ratio: 1 / 3 },
    ])
    assert.deepEqual([age.completeness, age.sum, age.approximate_distinct_values], [0.75, 118, 2])
    assert.equal(born.min, Date.parse('1815-12-10T00:00:00Z'))
    const first = number.id
    await app.ended(
      await app.trigger(source, { type: 'profile' }).then(async (next) => (await finish(app), next)),
    )
    const again = await profiles()
    assert.equal(again.length, 4)
    assert.ok(again[0].id > first)
    assert.deepEqual(
      await profiles(`?profile=${number.container_profile_id}`).then((all) => all[0].id),
      first,
    )
  })
})
