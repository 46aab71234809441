import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

describeRuns('GET /operations lists runs', (app) => {
  let source: Source
  let [sync, early, late] = [0, 0, 0]
  before(async () => {
    source = await makePrices(app)
    early = (await scanned(app, source, { container_names: ['a.csv'] })).id
    late = (await scanned(app, source)).id
    const { body } = await app.ask('GET', '/api/operations?operation_type=sync')
    sync = body.items[0].id
    const times = [
      [sync, '2026-02-01T10:00:00Z', 1],
      [early, '2026-02-01T23:30:00Z', 3],
      [late, '2026-02-02T00:30:00Z', 2],
    ] as const
    for (const [id, created, seconds] of times) {
      await app.environment.store.pool.query(
        `update operations set created = $2, start_time = $2, end_time = $2::timestamptz + $3 * interval '1 second' where id = $1`,
        [id, created, seconds],
      )
    }
  })
  const listed = async (query: string, token?: string): Promise<number[]> => {
    const { status, body } = await app.ask('GET', `/api/operations?${query}`, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.items.length)
    return body.items.map(({ id }: { id: number }) => id)
  }

  test('without the containers, or with how many there are, where that is asked for', async () => {
    const told = async (form: string) => {
      const { body } = await app.ask('GET', `/api/operations?containers=${form}`)
      return body.items.map((run: { containers: unknown[]; container_count: number }) => [
        run.containers.length,
        run.container_count,
      ])
    }
    assert.deepEqual(await told('count'), [
      [0, 2],
      [0, 1],
      [0, 2],
    ])
    assert.deepEqual(await told('none'), [
      [0, null],
      [0, null],
      [0, null],
    ])
    assert.deepEqual(await told('all'), [
      [2, 2],
      [1, 1],
      [2, 2],
    ])
  })

  test('by who started them, and by a part of the message or of the datastore, or the id', async () => {
    const { body } = await app.ask('GET', '/api/operations')
    const [{ triggered_by, datastore }] = body.items
    assert.deepEqual(await listed(`triggered_by=${triggered_by}&triggered_by=nobody`), [late, early, sync])
    assert.deepEqual(await listed('triggered_by=nobody'), [])
    assert.deepEqual(await listed(`search=${datastore.name.toUpperCase()}`), [late, early, sync])
    assert.deepEqual(await listed(`search=${early}`), [early])
    assert.deepEqual(await listed('search=%25'), [])
  })

  test('with the containers of each, as the single record has them', async () => {
    const { body } = await app.ask('GET', '/api/operations')
    const names = body.items.map(({ containers }: { containers: { name: string }[] }) =>
      containers.map(({ name }) => name),
    )
    assert.deepEqual(names, [['a.csv', 'b.csv'], ['a.csv'], ['a.csv', 'b.csv']])
    for (const { id, containers } of body.items) {
      assert.deepEqual((await app.ask('GET', `/api/operations/${id}`)).body.containers, containers)
    }
    const [first] = body.items[0].containers
    assert.deepEqual(Object.keys(first).sort(), ['container_type', 'id', 'name', 'table_type'])
  })

  test('newest first, with the datastore by id and name only, and without container scans', async () => {
    assert.deepEqual(await listed(''), [late, early, sync])
    const { body } = await app.ask('GET', '/api/operations')
    for (const item of body.items) {
      assert.deepEqual(Object.keys(item.datastore).sort(), ['id', 'name'])
      assert.equal('container_scans' in item, false)
    }
    const single = await app.ask('GET', `/api/operations/${late}`)
    assert.equal(single.body.datastore.store_type, 'dfs')
    assert.equal(single.body.container_scans.length, 2)
  })

  test('created on a day, and from one day to another, both included', async () => {
    assert.deepEqual(await listed('created_date=2026-02-01'), [early, sync])
    assert.deepEqual(await listed('start_date=2026-02-02'), [late])
    assert.deepEqual(await listed('end_date=2026-02-01'), [early, sync])
    assert.deepEqual(await listed('start_date=2026-02-01&end_date=2026-02-02'), [late, early, sync])
  })

  test('where the offset is the minutes that local time is ahead of UTC', async () => {
    assert.deepEqual(await listed('created_date=2026-02-02&offset=60'), [late, early])
    assert.deepEqual(await listed('created_date=2026-02-01&offset=-60'), [late, early, sync])
  })

  test('sorted by age or by duration', async () => {
    assert.deepEqual(await listed('sort_created=asc'), [sync, early, late])
    assert.deepEqual(await listed('sort_duration=desc'), [early, late, sync])
    assert.deepEqual(await listed('sort_duration=asc'), [sync, late, early])
  })

  test('by duration, where a run that goes on has taken its time until now, and one that waits comes last', async () => {
    const { pool } = app.environment.store
    const { rows } = await pool.query<{ id: number }>(
      `insert into operations (type, trigger_type, datastore_id, payload, result, triggered_by, start_time)
       values ('sync', 'sync', $1, '{}', 'queued', 'a test', null), ('sync', 'sync', $1, '{}', 'running', 'a test', now() - interval '1 hour')
       returning id`,
      [source.datastore_id],
    )
    const [waiting, going] = rows.map(({ id }) => id)
    assert.deepEqual(await listed('sort_duration=desc'), [going, early, late, sync, waiting])
    assert.deepEqual(await listed('sort_duration=asc'), [sync, late, early, going, waiting])
    const { body } = await app.ask('GET', '/api/operations?sort_duration=desc&size=2&page=2')
    assert.deepEqual(
      body.items.map(({ id }: { id: number }) => id),
      [late, sync],
    )
    await pool.query('delete from operations where id = any($1::bigint[])', [[waiting, going]])
  })

  test('of a type, a result, a container, a datastore, and finished or not', async () => {
    assert.deepEqual(await listed('operation_type=scan'), [late, early])
    assert.deepEqual(await listed('result=success&result=failure'), [late, early, sync])
    assert.deepEqual(await listed('result=queued'), [])
    assert.deepEqual(await listed('finished=True'), [late, early, sync])
    assert.deepEqual(await listed('finished=false'), [])
    const b = (await app.containers(source)).get('b.csv')
    assert.deepEqual(await listed(`container=${b}`), [late, sync])
    assert.deepEqual(await listed(`datastore=${source.datastore_id}`), [late, early, sync])
    assert.deepEqual(await listed('datastore=999999'), [])
    assert.deepEqual(await listed('has_logs=true'), [])
    assert.deepEqual(await listed('unheard_of=1'), [late, early, sync])
  })

  test('by its id, and page by page', async () => {
    assert.deepEqual(await listed(`id=${early}`), [early])
    assert.deepEqual(await listed('id=999999'), [])
    const { body } = await app.ask('GET', '/api/operations?page=2&size=2')
    assert.deepEqual(
      [body.items.map(({ id }: { id: number }) => id), body.total, body.page, body.size, body.pages],
      [[sync], 3, 2, 2, 2],
    )
  })

  test('of the datastores that the caller may see', async () => {
    assert.deepEqual(await listed('', await app.user('Member')), [])
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    assert.deepEqual(await listed('', reporter), [late, early, sync])
  })

  test('a run that is going lasts until now, one that waits has no duration and stands last', async () => {
    const going = await app.trigger(source, { type: 'scan' })
    // Its plan, and its first container.
    await app.step()
    await app.step()
    await app.environment.store.pool.query(
      `update operations set start_time = now() - interval '1 hour' where id = $1`,
      [going],
    )
    const waiting = await app.trigger(source, { type: 'sync' })
    assert.deepEqual(await listed('sort_duration=desc'), [going, early, late, sync, waiting])
    assert.deepEqual(await listed('sort_duration=asc'), [sync, late, early, going, waiting])
    assert.deepEqual(await listed('finished=false'), [waiting, going])
    assert.deepEqual(await listed('result=running'), [going])
    assert.deepEqual(await listed('result=queued'), [waiting])
    await app.ask('PUT', `/api/operations/abort/${waiting}`)
    assert.deepEqual(await listed('result=aborted'), [waiting])
    await finish(app)
  })

  test('with log entries, and without', async () => {
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['id'], filter: 'price > {{ limit }}' })
    const { id } = await scanned(app, source)
    assert.deepEqual(await listed('has_logs=true'), [id])
    assert.equal((await listed('has_logs=false')).includes(id), false)
  })
})
