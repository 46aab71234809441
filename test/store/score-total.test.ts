import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { defaultScoreSettings, dimensions, type Dimension } from '../../src/model/quality-score.ts'
import { fedDimensions } from '../../src/services/scores/recompute.ts'
import { totalOf } from '../../src/store/scores/total.ts'
import { freshDatabase } from '../harness/database.ts'
import { seeded } from '../harness/random.ts'

type Ratings = Record<Dimension, number | null>
type Weights = Partial<Record<Dimension, number | null>>
interface Case {
  ratings: Ratings
  weights: Weights
}

const all = (rating: number | null): Ratings =>
  Object.fromEntries(dimensions.map((dimension) => [dimension, rating])) as Ratings
const sample = [98, 85, 92, 95, 100, 100, 100, 88]

describe('The total of a quality score', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  before(async () => void (database = await freshDatabase()))
  after(() => database.close())

  /** As the database computes them, all in one statement. */
  const totals = async (cases: readonly Case[]): Promise<number[]> => {
    const given = cases.map(({ ratings, weights }) => ({
      ...ratings,
      ...Object.fromEntries(dimensions.map((dimension) => [`${dimension}_weight`, weights[dimension]])),
    }))
    const columns = dimensions.flatMap((dimension) => [dimension, `${dimension}_weight`])
    const { rows } = await sql<{ total: number }>`
      select ${totalOf('given', 'given')} as total
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as listed (one, place)
      cross join lateral jsonb_to_record(listed.one) as given (${sql.raw(columns.map((name) => `${name} float8`).join(', '))})
      order by place`.execute(database.store.database)
    return rows.map(({ total }) => total)
  }
  const random = seeded(20261122)
  const some = (count: number): Case[] =>
    Array.from({ length: count }, () => ({
      ratings: Object.fromEntries(
        dimensions.map((dimension) => [dimension, random() < 0.1 ? null : Math.round(random() * 1000) / 10]),
      ) as Ratings,
      weights: Object.fromEntries(
        dimensions.map((dimension) => [dimension, random() < 0.2 ? 0 : Math.round(random() * 20) / 10]),
      ),
    }))

  test('is about 82 for good ratings that are not all perfect', async () => {
    const ratings = Object.fromEntries(
      dimensions.map((dimension, index) => [dimension, sample[index] ?? null]),
    ) as Ratings
    const [total = 0] = await totals([{ ratings, weights: {} }])
    assert.equal(Math.round(total), 82)
  })

  test('is 0, 70 or 100 where all ratings are, and 70 where nothing counts', async () => {
    const nothing = { ratings: all(10), weights: Object.fromEntries(dimensions.map((one) => [one, 0])) }
    const cases = [...[0, 70, 100, null].map((rating) => ({ ratings: all(rating), weights: {} })), nothing]
    assert.deepEqual(await totals(cases), [0, 70, 100, 70, 70])
  })

  test('lies between 0 and 100', async () => {
    for (const total of await totals(some(2000))) assert.ok(total >= 0 && total <= 100, String(total))
  })

  test('never rises when a rating falls', async () => {
    const cases = some(2000).map((one, index) => {
      const dimension = dimensions[index % dimensions.length] ?? 'accuracy'
      const rating = one.ratings[dimension] ?? 100
      const better = { ...one, ratings: { ...one.ratings, [dimension]: rating } }
      return { better, worse: { ...one, ratings: { ...one.ratings, [dimension]: rating * random() } } }
    })
    const better = await totals(cases.map((one) => one.better))
    const worse = await totals(cases.map((one) => one.worse))
    for (const [index, total] of worse.entries())
      assert.ok(total <= (better[index] ?? 0) + 1e-9, JSON.stringify(cases[index]))
  })

  test('does not depend on a dimension whose weight is 0', async () => {
    const cases = some(1000).map((one, index) => {
      const dimension = dimensions[index % dimensions.length] ?? 'accuracy'
      return { dimension, one: { ...one, weights: { ...one.weights, [dimension]: 0 } } }
    })
    const other = cases.map(({ dimension, one }) => ({
      ...one,
      ratings: { ...one.ratings, [dimension]: 100 * random() },
    }))
    assert.deepEqual(await totals(cases.map(({ one }) => one)), await totals(other))
  })

  test('is the rating of the only dimension that has a weight', async () => {
    const cases = some(1000).map(({ ratings }, index) => {
      const only = dimensions[index % dimensions.length] ?? 'accuracy'
      const weights = Object.fromEntries(dimensions.map((one) => [one, one === only ? 0.1 + random() : 0]))
      return { only, ratings: { ...ratings, [only]: ratings[only] ?? 50 }, weights }
    })
    const found = await totals(cases)
    for (const [index, { only, ratings }] of cases.entries())
      assert.ok(Math.abs((found[index] ?? -1) - (ratings[only] ?? -1)) < 1e-9, JSON.stringify(cases[index]))
  })
})

test('The guide names the rule types that feed each dimension', () => {
  const guide = readFileSync('docs/guide/scores.md', 'utf8')
  for (const [dimension, types] of Object.entries(fedDimensions())) {
    const title = dimension.charAt(0).toUpperCase() + dimension.slice(1)
    assert.ok(guide.includes(`| ${title} | ${types.toSorted().join(', ')} |\n`), dimension)
  }
})

test('the trigger that leaves out clean scans counts by the usual period of the scores', async (t) => {
  const database = await freshDatabase()
  t.after(() => database.close())
  const { rows } = await sql<{ body: string }>`
    select pg_get_functiondef('note_ended_containers'::regproc) as body`.execute(database.store.database)
  const [, days] = /coalesce\(settings\.decay_period_days, (\d+)\)/.exec(rows[0]?.body ?? '') ?? []
  assert.equal(Number(days), defaultScoreSettings.decay_period_days, 'change both, by another migration')
})
