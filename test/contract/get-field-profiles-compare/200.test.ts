import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract, places } from '../../harness/contract.ts'
import { makePeople, makeProfile, maskField } from '../../harness/factories.ts'

describeContract('GET /field-profiles/compare', (app) => {
  let container = 0
  let left = 0
  let right = 0
  before(async () => {
    ;({ container } = await makePeople(app))
    const buckets = (...counts: [string | null, number, number][]) =>
      counts.map(([value, count, ratio]) => ({ value, count, ratio }))
    const before = {
      completeness: 0.5,
      min: -4,
      max: 10,
      is_not_normal: false,
      histogram_buckets: buckets(['a', 3, 0.75], ['b', 1, 0.25]),
      field_correlations: [{ field: 'id', correlation: 0.75 }],
    }
    const after = {
      completeness: 0.5,
      min: -3,
      max: null,
      is_not_normal: true,
      histogram_buckets: buckets(['a', 1, 0.5], ['c', 1, 0.5]),
    }
    left = (await makeProfile(app, container, { age: before })).get('age') ?? 0
    right = (await makeProfile(app, container, { age: after })).get('age') ?? 0
  })
  const compare = async (query: string) => app.ask('GET', `/api/field-profiles/compare?${query}`)

  test('says of each metric that moved where it was, where it is, and by how much', async () => {
    const { status, body } = await compare(`left=${left}&right=${right}`)
    assert.equal(status, 200)
    assert.deepEqual([body.left.id, body.right.id], [left, right])
    assert.deepEqual(body.differences, [
      { metric: 'min', left: -4, right: -3, difference: 1, ratio: 0.25 },
      { metric: 'max', left: 10, right: null, difference: null, ratio: null },
      { metric: 'is_not_normal', left: false, right: true, difference: null, ratio: null },
      { metric: 'histogram_buckets[a]', left: 0.75, right: 0.5, difference: -0.25, ratio: -1 / 3 },
      { metric: 'histogram_buckets[b]', left: 0.25, right: 0, difference: -0.25, ratio: -1 },
      { metric: 'histogram_buckets[c]', left: 0, right: 0.5, difference: 0.5, ratio: null },
      { metric: 'field_correlations[id]', left: 0.75, right: null, difference: null, ratio: null },
    ])
    assert.deepEqual((await compare(`left=${left}&right=${left}`)).body.differences, [])
  })

  test('needs both sides', async () => {
    const answer = await compare(`left=${left}`)
    assert.deepEqual([answer.status, places(answer)], [422, ['query.right']])
  })

  test('leaves out what shows values of a masked field', async () => {
    await maskField(app, container, 'age')
    const { body } = await compare(`left=${left}&right=${right}`)
    assert.deepEqual(
      body.differences.map(({ metric }: { metric: string }) => metric),
      ['is_not_normal'],
    )
  })
})
