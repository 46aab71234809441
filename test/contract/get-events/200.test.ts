import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createChangeFeed } from '../../../src/store/change-feed.ts'
import { realToken, signIn, askBy } from '../../harness/browser.ts'
import { describeContract } from '../../harness/contract.ts'
import { parseEvents, readEvents, type EventReader } from '../../harness/event-reader.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /events', (app) => {
  let url = ''
  let admin = ''
  let [datastore, container, other, foreign] = [0, 0, 0, 0]
  before(async () => {
    const { store } = app.environment
    store.feed = createChangeFeed(store.pool, { beat: 20, gather: 5, linger: 60_000 })
    url = `${await app.server.listen({ port: 0 })}/api/events`
    admin = await app.user('Admin')
    ;({ datastore, container } = await makePeople(app))
    ;({ datastore: other, container: foreign } = await makePeople(app))
  })
  const follow = (by: string | { cookie: string } = admin, query = '', seen?: string) =>
    readEvents(`${url}?${query}`, by, seen)
  const begun = async (...given: Parameters<typeof follow>) => {
    const events = await follow(...given)
    const first = await events.event()
    assert.deepEqual([first?.event, first?.data], ['resync', {}])
    return { events, id: first?.id ?? '' }
  }
  /** Reads until something of this kind and id was told. */
  async function until(events: EventReader, kind: string, id: number) {
    for (let event = await events.event(); event; event = await events.event()) {
      if (event.data.kind === kind && event.data.id === id) return event
    }
    throw new Error('The stream has ended.')
  }

  test('names what is made, changed and deleted, of every kind, as it happens', async () => {
    const { events } = await begun()
    const check = await makeCheck(app, container)
    assert.deepEqual((await until(events, 'quality-checks', check)).data, {
      kind: 'quality-checks',
      id: check,
      revision: 1,
      change: 'created',
    })
    const anomaly = await makeAnomaly(app, container, [])
    await until(events, 'anomalies', anomaly)
    await app.ask('PUT', `/api/anomalies/${anomaly}`, { status: 'Acknowledged' })
    assert.equal((await until(events, 'anomalies', anomaly)).data.change, 'changed')
    const { body: run } = await app.ask('POST', '/api/operations/run', {
      type: 'sync',
      datastore_id: datastore,
    })
    assert.equal((await until(events, 'operations', run.id)).data.revision, 1)
    await app.ask('PUT', `/api/operations/abort/${run.id}`)
    assert.ok((await until(events, 'operations', run.id)).data.revision > 1)
    await app.ask('DELETE', `/api/operations/${run.id}`)
    assert.equal((await until(events, 'operations', run.id)).data.change, 'deleted')
    const { body: schedule } = await app.ask('POST', '/api/operations/schedule', {
      type: 'sync',
      datastore_id: datastore,
      crontab: '0 2 * * *',
    })
    await until(events, 'schedules', schedule.id)
    const { rows } = await app.environment.store.pool.query(
      `insert into inbox_messages (delivery_id, message) values ('d', 'm') returning id`,
    )
    await until(events, 'notifications', rows[0].id)
    events.leave()
  })

  test('tells of what the caller may see alone, as the rights are now, and of the topics asked for', async () => {
    const member = await app.user('Member', { Reporter: [datastore] })
    const { events } = await begun(member, 'topics=anomalies,quality-checks')
    await makeAnomaly(app, foreign, [])
    await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: datastore })
    const own = await makeAnomaly(app, container, [])
    const first = await events.event()
    assert.deepEqual([first?.data.kind, first?.data.id], ['anomalies', own])
    await app.environment.store.pool.query(
      `update team_datastores set datastore_id = $1 where team_id = (select id from teams where name = $2)`,
      [other, `${member} Reporter`],
    )
    await makeAnomaly(app, container, [])
    const theirs = await makeAnomaly(app, foreign, [])
    assert.equal((await events.event())?.data.id, theirs)
    events.leave()
  })

  test('goes on where the reader was, and says so when that is not known', async () => {
    const { events, id } = await begun()
    events.leave()
    const check = await makeCheck(app, container, { fields: ['age'] })
    const missed = await follow(admin, 'topics=quality-checks', id)
    const event = await missed.event()
    assert.deepEqual([event?.event, event?.data.id], ['change', check])
    missed.leave()
    for (const unknown of ['1', String(Number(id) + 1_000_000), '999999999999999']) {
      const anew = await follow(admin, '', unknown)
      assert.equal((await anew.event())?.event, 'resync')
      anew.leave()
    }
  })

  test('many things of a kind are one event without an id', async () => {
    const { events } = await begun(admin, 'topics=anomalies')
    await app.environment.store.pool.query(
      `update anomalies set description = 'x' where id = any(select id from anomalies)`,
    )
    assert.equal((await events.event())?.event, 'change')
    await app.environment.store.pool.query(
      `insert into quality_checks (container_id, rule_type, description, status, definition_key, created_by, last_editor)
       select $1, 'notNull', 'x', 'Draft', 'many ' || n, 'x', 'x' from generate_series(1, 101) as n`,
      [container],
    )
    const checks = await begun(admin, 'topics=quality-checks')
    await app.environment.store.pool.query(`delete from quality_checks where definition_key like 'many %'`)
    assert.deepEqual((await checks.events.event())?.data, {
      kind: 'quality-checks',
      id: null,
      revision: null,
      change: 'changed',
    })
    events.leave()
    checks.events.leave()
  })

  test('ends when the session or the token behind it does, at once', async () => {
    const { bearer_token, id } = await realToken(app)
    const cookie = await signIn(app, bearer_token)
    const { events } = await begun({ cookie })
    await askBy(app, cookie, 'DELETE', '/api/session')
    const refused = await events.event()
    assert.deepEqual([refused?.event, refused?.data.code], ['refused', 'unauthenticated'])
    assert.equal(await events.next(), null)
    const again = await begun({ cookie: await signIn(app, bearer_token) })
    await app.ask('PUT', `/api/user-tokens/${id}`, { active: false })
    assert.equal((await again.events.event())?.event, 'refused')
  })

  test('is refused to who has twenty open, until one is closed', async () => {
    const greedy = await app.user('Member')
    const open = await Promise.all(Array.from({ length: 20 }, () => begun(greedy)))
    const headers = { authorization: `Bearer ${greedy}` }
    const ask = async () => (await fetch(`${url}?wait=false`, { headers })).status
    assert.equal(await ask(), 409)
    open[0]?.events.leave()
    while ((await ask()) === 409) await delay(5)
    for (const { events } of open) events.leave()
  })

  test('ends at once where that is asked for, with what was missed', async () => {
    const { body } = await app.ask('GET', '/api/events?wait=false')
    const [first, ...rest] = parseEvents(body)
    assert.deepEqual([first?.event, rest], ['resync', []])
    const { status } = await app.ask('GET', '/api/events?topics=everything')
    assert.equal(status, 422)
  })
})
