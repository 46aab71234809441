import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Loop } from '../../src/runtime/loop.ts'
import { startScoreKeeper } from '../../src/runtime/score-keeper.ts'
import { recomputeScores } from '../../src/services/scores/recompute.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const clean = Array.from({ length: 20 }, (_, id) => [id, `name ${id}`, 20 + id])
const people = (rows: readonly (readonly unknown[])[]) => csv(['id', 'name', 'age'], rows)

describe('Quality scores', () => {
  let app: WorkingApp
  let keeper: Loop
  before(async () => {
    app = await startWorkingApp()
    keeper = startScoreKeeper(app.environment)
  })
  after(async () => {
    await keeper.stop()
    await app.close()
  })
  const get = async (path: string) => (await app.ask('GET', `/api${path}`)).body
  /** Waits until nothing is left to be computed. */
  const settled = async () => {
    for (;;) {
      const { rows } = await app.environment.store.pool.query('select from score_causes')
      if (rows.length === 0) return
      const failure = app.logged.find((line) => line.includes('Quality scores could not'))
      assert.equal(failure, undefined)
      await delay(10)
    }
  }
  const run = async (source: Source, type: string) => {
    const { result, message } = await app.ended(await app.trigger(source, { type }))
    assert.equal(result, 'success', message)
  }
  const scoreOf = async (source: Source, name = 'people.csv') => {
    await settled()
    const id = (await app.containers(source)).get(name)
    return { id, ...(await get(`/containers/${id}`)).quality_score }
  }
  const scanned = async (rows: readonly (readonly unknown[])[] = clean) => {
    const source = await app.source({ 'people.csv': people(rows) })
    await app.check(source, 'people.csv', {
      rule: 'between',
      fields: ['age'],
      properties: { min: 0, max: 99 },
    })
    await run(source, 'scan')
    return source
  }

  test('are there only once data was scanned or profiled', async () => {
    const source = await app.source({ 'people.csv': people(clean), 'other.csv': 'a\n1\n' })
    await settled()
    const containers = await app.containers(source)
    const { items } = await get(`/fields?container=${containers.get('people.csv')}`)
    assert.equal(items[0].quality_score, null)
    assert.equal((await get(`/containers/${containers.get('people.csv')}`)).quality_score, null)
    await run(source, 'profile')
    const profiled = await scoreOf(source)
    assert.deepEqual([profiled.completeness, profiled.consistency, profiled.accuracy], [100, 100, null])
    assert.equal((await get(`/datastores/${source.datastore_id}`)).quality_score, null)
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['name'] })
    await run(source, 'scan')
    const { total, coverage, accuracy } = await scoreOf(source)
    assert.deepEqual([coverage, accuracy], [20, 100])
    assert.ok(total > 70 && total < 100)
  })

  test('fall with each row that fails, and rise when the anomaly is archived', async () => {
    const totals = []
    for (const failing of [0, 1, 5, 20]) {
      const source = await scanned(
        clean.map(([id, name, age], index) => [id, name, index < failing ? -1 : age]),
      )
      const { id, total, precision, accuracy } = await scoreOf(source)
      const { items } = await get(`/fields?container=${id}&name=age`)
      const left = Math.round(10_000 * (1 - failing / 20)) / 100
      assert.deepEqual([items[0].quality_score.precision, items[0].quality_score.accuracy], [left, left])
      assert.deepEqual([precision, accuracy], Array(2).fill(Math.round(((200 + left) / 3) * 100) / 100))
      totals.push(total)
    }
    assert.deepEqual(
      totals,
      totals.toSorted((one, other) => other - one),
    )
    assert.equal(new Set(totals).size, 4)

    const source = await scanned([...clean, [99, 'Methuselah', 969]])
    const { id, accuracy } = await scoreOf(source)
    assert.ok(accuracy < 100)
    const { items } = await get(`/anomalies?container=${id}`)
    await app.ask('DELETE', `/api/anomalies/${items[0].id}?archive=true&status=Invalid`)
    assert.equal((await scoreOf(source)).accuracy, 100)
    await app.ask('PUT', `/api/anomalies/${items[0].id}`, { status: 'Active' })
    assert.equal((await scoreOf(source)).accuracy, accuracy)
    await app.ask('DELETE', `/api/anomalies/${items[0].id}?archive=false`)
    assert.equal((await scoreOf(source)).accuracy, 100)
    const history = await get(`/containers/${id}/quality-scores`)
    assert.deepEqual(
      history.items.map((one: { accuracy: number }) => one.accuracy),
      [100, accuracy, 100, accuracy],
    )
  })

  test('follow the checks: more of them cover more, and what is deleted covers no more', async () => {
    const source = await scanned()
    const first = await scoreOf(source)
    const more = await app.check(source, 'people.csv', { rule: 'notNull', fields: ['id', 'name'] })
    const second = await scoreOf(source)
    await app.ask('DELETE', `/api/quality-checks/${more}?archive=false`)
    const third = await scoreOf(source)
    assert.deepEqual([first.coverage, second.coverage, third.coverage], [20, 60, 20])
    await app.check(source, 'people.csv', { rule: 'notNull', fields: ['id'], status: 'Draft' })
    assert.equal((await scoreOf(source)).coverage, 20)
  })

  test('follow the settings, each of its own thing', async () => {
    const source = await scanned([...clean, [99, 'Methuselah', 969]])
    const before = await scoreOf(source)
    const weights = Object.fromEntries(
      ['completeness', 'coverage', 'conformity', 'consistency', 'precision', 'timeliness', 'volumetrics'].map(
        (dimension) => [`${dimension}_weight`, 0],
      ),
    )
    const settings = await app.ask('PUT', `/api/containers/${before.id}/score-settings`, weights)
    assert.equal(settings.status, 200)
    const only = await scoreOf(source)
    assert.equal(only.total, before.accuracy)
    assert.notEqual(only.total, before.total)
    const datastore = async () => (await get(`/datastores/${source.datastore_id}`)).quality_score
    assert.equal((await datastore()).total, before.total, 'the datastore weighs by itself')
    await app.ask('PUT', `/api/datastores/${source.datastore_id}/score-settings`, weights)
    await settled()
    assert.equal((await datastore()).total, before.accuracy)
    await app.ask(
      'PUT',
      `/api/containers/${before.id}/score-settings`,
      Object.fromEntries(Object.keys(weights).map((member) => [member, null])),
    )
    assert.equal((await scoreOf(source)).total, before.total)
  })

  test('of a datastore are the mean of its scanned containers, weighed by their tags', async () => {
    const source = await app.source({
      'good.csv': people(clean),
      'bad.csv': people(clean.map(([id, name]) => [id, name, -1])),
      'unread.csv': 'a\n1\n',
    })
    for (const name of ['good.csv', 'bad.csv'])
      await app.check(source, name, { rule: 'positive', fields: ['age'] })
    const names = { container_names: ['good.csv', 'bad.csv'] }
    await app.ended(await app.trigger(source, { type: 'scan', ...names }))
    const good = await scoreOf(source, 'good.csv')
    const bad = await scoreOf(source, 'bad.csv')
    const total = async () => {
      await settled()
      return (await get(`/datastores/${source.datastore_id}`)).quality_score.total
    }
    assert.ok(Math.abs((await total()) - (good.total + bad.total) / 2) < 0.02)
    await app.ask('POST', '/api/global-tags', { name: 'gold', weight_modifier: 10 })
    await app.ask('PUT', `/api/containers/${bad.id}`, { tags: ['gold'] })
    assert.ok(Math.abs((await total()) - (good.total + 2 * bad.total) / 3) < 0.02)
    await app.ask('PUT', '/api/global-tags/gold', { weight_modifier: 5 })
    assert.ok(Math.abs((await total()) - (good.total + 1.5 * bad.total) / 2.5) < 0.02)
    await app.ask('DELETE', `/api/containers/${bad.id}`)
    assert.ok(Math.abs((await total()) - good.total) < 0.02)
  })

  test('lose consistency when the figures of a field move, and all of it when its type does', async () => {
    const source = await app.source({ 'people.csv': people(clean) })
    await run(source, 'profile')
    source.write({ 'people.csv': people(clean.map(([id, name, age]) => [id, name, Number(age) * 2])) })
    await run(source, 'profile')
    const { id } = await scoreOf(source)
    const fieldOf = async (name: string) =>
      (await get(`/fields?container=${id}&name=${name}`)).items[0].quality_score
    const moved = (await fieldOf('age')).consistency
    assert.ok(moved > 0 && moved < 100, String(moved))
    assert.equal((await fieldOf('name')).consistency, 100)
    source.write({ 'people.csv': people(clean.map(([id, name]) => [id, name, 'old'])) })
    await run(source, 'sync')
    await run(source, 'profile')
    await settled()
    assert.equal((await fieldOf('age')).consistency, 0)
  })

  test('are not computed again for a scan that finds a container as clean as the one before it', async () => {
    const source = await scanned()
    await run(source, 'profile')
    const { id, completeness } = await scoreOf(source)
    assert.equal(completeness, 100)
    const { pool } = app.environment.store
    /** Scans, and says whether that was a cause to compute the container's score. */
    const isCause = async () => {
      await settled()
      await keeper.stop()
      await run(source, 'scan')
      const { rows } = await pool.query('select container_id, datastore_id from score_causes')
      keeper = startScoreKeeper(app.environment)
      const [datastore, ...others] = rows.filter(({ container_id }) => container_id === null)
      assert.deepEqual(
        [datastore.datastore_id, others.length],
        [source.datastore_id, 0],
        'the datastore follows',
      )
      return rows.some(({ container_id }) => container_id === id)
    }
    assert.equal(await isCause(), false)

    await pool.query(
      `update container_profiles set finished = now() - interval '180 days 10 minutes' where container_id = $1`,
      [id],
    )
    assert.equal(await isCause(), true, 'its profile has grown too old')
    assert.equal((await scoreOf(source)).completeness, null)
    await pool.query('delete from container_profiles where container_id = $1', [id])

    source.write({ 'people.csv': people([...clean, [99, 'Methuselah', 969]]) })
    assert.equal(await isCause(), true, 'a row fails')
    assert.ok((await scoreOf(source)).accuracy < 100)
    assert.equal(await isCause(), true, 'it fails still, among more rows or fewer')
    source.write({ 'people.csv': people(clean) })
    const { items } = await get(`/anomalies?container=${id}`)
    await app.ask('DELETE', `/api/anomalies/${items[0].id}?archive=true&status=Resolved`)
    assert.equal((await scoreOf(source)).accuracy, 100)
    assert.equal(await isCause(), false)

    await pool.query(
      `update operation_containers set end_time = now() - interval '8 days' where container_id = $1`,
      [id],
    )
    assert.equal(await isCause(), true, 'no scan may have been in its period')
  })

  test('follow fields that come and go', async () => {
    const source = await scanned()
    assert.equal((await scoreOf(source)).coverage, 20)
    source.write({ 'people.csv': csv(['id', 'name', 'age', 'height', 'weight'], [[1, 'a', 2, 3, 4]]) })
    await run(source, 'sync')
    assert.equal((await scoreOf(source)).coverage, 12)
    source.write({ 'people.csv': people(clean) })
    await run(source, 'sync')
    assert.equal((await scoreOf(source)).coverage, 20)
  })

  test('of a datastore wait for its containers, but not for ever', async () => {
    await keeper.stop()
    const source = await scanned()
    const { pool } = app.environment.store
    const totals = async () => {
      const { rows } = await pool.query('select from quality_scores where datastore_id = $1', [
        source.datastore_id,
      ])
      return rows.length
    }
    // More containers than are computed at once, though there are none of these any more.
    const more = `insert into score_causes (container_id) select id from generate_series(900000, 901000) as gone (id)`
    const forget = 'delete from score_causes'
    await pool.query(more)
    const first = await recomputeScores(app.environment)
    assert.deepEqual([first?.are_datastores_done, await totals()], [false, 0])
    await pool.query(forget)
    const id = (await app.containers(source)).get('people.csv')
    await app.ask('PUT', `/api/containers/${id}`, { tags: ['gold'] })
    await pool.query(more)
    const second = await recomputeScores(app.environment, { puts_off: false })
    assert.deepEqual([second?.are_datastores_done, await totals()], [true, 1])
    await pool.query(forget)
    keeper = startScoreKeeper(app.environment)
  })

  test('are computed after all when the computation is cut off, and once by two at a time', async () => {
    await keeper.stop()
    const source = await scanned()
    const { database, pool } = app.environment.store
    const undone = { ...app.environment.store, database }
    await assert.rejects(
      database.transaction().execute(async (transaction) => {
        await recomputeScores({ store: { ...undone, database: transaction } })
        throw new Error('The process dies.')
      }),
      /dies/,
    )
    const { rows } = await pool.query('select from score_causes')
    assert.ok(rows.length > 0)
    const second = startScoreKeeper(app.environment)
    keeper = startScoreKeeper(app.environment)
    const { id, accuracy } = await scoreOf(source)
    assert.equal(accuracy, 100)
    await second.stop()
    assert.equal((await get(`/containers/${id}/quality-scores`)).total, 1)
  })
})
