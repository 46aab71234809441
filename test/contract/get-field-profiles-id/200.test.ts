import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople, makeProfile, maskField } from '../../harness/factories.ts'

const figures = {
  completeness: 1,
  min: 36,
  max: 41,
  mean: 38.5,
  sum: 77,
  std_dev: 3.5,
  median: 38.5,
  q1: 37.25,
  q3: 39.75,
  approximate_distinct_values: 2,
  histogram_buckets: [
    { value: '36', count: 1, ratio: 0.5 },
    { value: null, count: 1, ratio: 0.5 },
  ],
  kll: { parameters: { rank_error: 0 }, buckets: [{ rank: 0, value: 36 }] },
  regression_models: [{ field: 'id', slope: 5, intercept: 31, correlation: 1 }],
}

describeContract('GET /field-profiles/{id}', (app) => {
  let people = { datastore: 0, container: 0 }
  let age = 0
  let id = 0
  before(async () => {
    people = await makePeople(app)
    const line = { regression_models: [{ field: 'age', slope: 0.2, intercept: -6.2, correlation: 1 }] }
    const made = await makeProfile(app, people.container, { id: line, age: figures })
    age = made.get('age') ?? 0
    id = made.get('id') ?? 0
  })
  const read = async (profile: number, query = '', token?: string) =>
    (await app.ask('GET', `/api/field-profiles/${profile}${query}`, undefined, token)).body
  const looks = async () => (await app.ask('GET', '/api/audit-logs/masking')).body.items

  test('has the figures, with the histogram in two lists as well', async () => {
    const profile = await read(age)
    assert.deepEqual([profile.name, profile.masked, profile.container.name], ['age', false, 'people.csv'])
    assert.deepEqual(
      [profile.min, profile.mean, profile.sum, profile.kll.buckets[0].value],
      [36, 38.5, 77, 36],
    )
    assert.deepEqual(profile.histogram, { labels: ['36', null], data: [1, 1] })
    // Nothing is masked, so there is nothing to note.
    await read(age, '?include_masked=true')
    assert.deepEqual(await looks(), [])
  })

  test('counts the Active checks that name the field', async () => {
    await app.ask('POST', '/api/quality-checks', {
      container_id: people.container,
      description: 'Everybody is born',
      rule: 'notNull',
      fields: ['age'],
    })
    assert.deepEqual([(await read(age)).quality_check_count, (await read(id)).quality_check_count], [1, 0])
  })

  test('withholds every figure that shows a value of a masked field, of older profiles too', async () => {
    await maskField(app, people.container, 'age')
    const reporter = await app.user('Member', { Reporter: [people.datastore] })
    const profile = await read(age, '', reporter)
    assert.equal(profile.masked, true)
    assert.deepEqual([profile.completeness, profile.approximate_distinct_values], [1, 2])
    for (const metric of ['min', 'max', 'mean', 'sum', 'std_dev', 'median', 'q1', 'q3', 'kll'])
      assert.equal(profile[metric], null, metric)
    assert.deepEqual(profile.histogram, { labels: ['***MASKED***', null], data: [1, 1] })
    assert.deepEqual(profile.regression_models, [])
    // The line from another field would give the values away.
    assert.deepEqual((await read(id, '', reporter)).regression_models, [])
    const text = JSON.stringify([profile, await read(id, '', reporter)])
    assert.doesNotMatch(text, /38\.5|37\.25|39\.75|-6\.2/)
  })

  test('shows them to an Editor who asks for them, and says so in the audit log', async () => {
    const editor = await app.user('Member', { Editor: [people.datastore] })
    const shown = await read(age, '?include_masked=true', editor)
    assert.deepEqual([shown.masked, shown.min, shown.histogram.labels[0]], [false, 36, '36'])
    await read(id, '?include_masked=true', editor)
    const [second, first] = await looks()
    assert.deepEqual(
      [first.resource_type, first.resource_id, first.masked_field_names],
      ['field_profile', age, ['age']],
    )
    assert.deepEqual([second.resource_id, second.masked_field_names], [id, ['age']])
    const author = await app.user('Member', { Author: [people.datastore] })
    const refused = await app.ask('GET', `/api/field-profiles/${age}?include_masked=true`, undefined, author)
    assert.equal(refused.status, 403)
    assert.equal((await looks()).length, 2)
  })
})
