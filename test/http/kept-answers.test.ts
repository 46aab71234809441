import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../../src/access/authenticate.ts'
import { createServer } from '../../src/http/server.ts'
import { issueToken } from '../../src/services/tokens/create.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { describeRuns, makePrices, scanned } from '../harness/runs.ts'
import { statementsOf } from '../harness/statements.ts'
import type { Source } from '../harness/working-app.ts'

describeRuns('an answer is kept as long as the state is the same, and no longer', (app) => {
  let server: FastifyInstance
  let source: Source
  let run = 0
  let sent: string[] = []
  before(async () => {
    server = await createServer(app.environment, {
      authenticate: (token) => authenticate(app.environment, token),
    })
    source = await makePrices(app)
    run = (await scanned(app, source)).id
    sent = statementsOf(app.environment.store, /./)
  })
  beforeEach(() => void sent.splice(0))

  let people = 0
  /** Somebody with a token of their own, of which it is known already that it is in use. */
  async function comes(role: string): Promise<{ id: number; token: string }> {
    const { body } = await app.ask('POST', '/api/users', { user_name: `person ${++people}`, role })
    const { bearer_token: token } = await issueToken(app.environment, body.id, 'own', null)
    await ask(token, '/api/users/me')
    return { id: body.id, token }
  }

  async function ask(token: string, url: string) {
    const { statusCode, body, headers } = await server.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: statusCode, text: body, body: JSON.parse(body), type: headers['content-type'] }
  }

  const write = (text: string, values: unknown[] = []) => app.environment.store.pool.query(text, values)

  test('who asks again is looked up, and nothing else is read', { timeout: 60_000 }, async () => {
    const { token } = await comes('Admin')
    const addresses = [
      '/api/operations?size=50',
      `/api/operations/${run}`,
      `/api/operations/${run}/containers`,
      '/api/anomalies?size=50',
      `/api/quality-checks?datastore=${source.datastore_id}`,
    ]
    for (const url of addresses) {
      const first = await ask(token, url)
      assert.equal(first.status, 200)
      // Other tests commit on the same server, so that it may take a few times.
      do {
        sent.splice(0)
        assert.deepEqual(await ask(token, url), first)
      } while (sent.length > 1)
      assert.equal(sent.length, 1)
    }
  })

  test('what another process commits is there with the next request, and what it takes back never was', async () => {
    const { token } = await comes('Admin')
    const message = async () => (await ask(token, `/api/operations/${run}`)).body.message
    const before = await message()
    const other = await app.environment.store.pool.connect()
    try {
      for (const [end, told] of [
        ['rollback', before],
        ['commit', 'told by another'],
      ] as const) {
        await other.query('begin')
        await other.query('update operations set message = $1 where id = $2', ['told by another', run])
        assert.equal(await message(), before)
        assert.equal(await message(), before)
        await other.query(end)
        assert.equal(await message(), told)
        assert.equal(await message(), told)
      }
    } finally {
      other.release()
    }
  })

  test('many who read while somebody writes never see what is older than their request', async () => {
    const { token } = await comes('Admin')
    let committed = 0
    await write(`update operations set message = '0' where id = $1`, [run])
    const end = new AbortController()
    const reading = Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted) {
        const least = committed
        const { message } = (await ask(token, `/api/operations/${run}`)).body
        assert.ok(Number(message) >= least, `${message} was read after ${least} was written`)
      }
    })
    for (let turn = 1; turn <= 200; turn++) {
      await write('update operations set message = $1 where id = $2', [String(turn), run])
      committed = turn
      // Now and then it rests, so that answers are sent again.
      if (turn % 20 === 0) await ask(token, '/api/users/me')
    }
    end.abort()
    await Promise.all(reading)
  })

  test('each sees what they may see, and no more once that is taken', async () => {
    const [admin, member] = [await comes('Admin'), await comes('Member')]
    const seen = async (token: string) => (await ask(token, '/api/anomalies')).body.total
    assert.deepEqual([await seen(admin.token), await seen(member.token)], [1, 0])
    const { rows } = await write(`insert into teams (name, permission) values ('v', 'Viewer') returning id`)
    const team = rows[0]?.id
    await write('insert into team_users (team_id, user_id) values ($1, $2)', [team, member.id])
    await write('insert into team_datastores (team_id, datastore_id) values ($1, $2)', [
      team,
      source.datastore_id,
    ])
    assert.deepEqual([await seen(member.token), await seen(member.token)], [1, 1])
    await write('delete from team_users where team_id = $1', [team])
    assert.deepEqual([await seen(member.token), await seen(admin.token)], [0, 1])
  })

  test('what depends on the time is made anew', async () => {
    const { token } = await comes('Admin')
    const aborted = await app.trigger(source, { type: 'scan' })
    // Somebody works on it, so that its record tells whether they should have stopped by now.
    await claimUnit(app.environment.store.database, 'a worker', 60)
    await app.ask('PUT', `/api/operations/abort/${aborted}`)
    assert.equal((await ask(token, `/api/operations/${aborted}`)).body.aborted_work.stopping, 1)
    for (const url of [
      '/api/operations?sort_duration=asc',
      '/api/anomalies?timeframe=week',
      `/api/operations/${aborted}`,
    ]) {
      await ask(token, url)
      sent.splice(0)
      assert.equal((await ask(token, url)).status, 200)
      assert.ok(sent.length > 1, url)
    }
  })
})
