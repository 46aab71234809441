import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, Pool } from 'pg'
import { answerTo } from '../../src/http/errors.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a request that loses the database of the service is to be sent again', () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase()
  })
  after(() => database.close())

  const isSentAgain = (error: unknown): true => {
    assert.deepEqual(answerTo(error, log, 'GET /operations'), {
      status: 503,
      body: { detail: 'The service cannot answer right now; try again shortly.', code: 'unavailable' },
    })
    return true
  }
  const answers = (): never => assert.fail('it answered')
  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  test('when the server ends its session, and when it asks on in that session', async () => {
    const [client, other] = [await connected(), await connected()]
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const [waiting] = await Promise.all([
      client.query('select pg_sleep(60)').then(answers, (error: unknown) => error),
      other.query('select pg_terminate_backend($1)', [rows[0].pid]),
    ])
    isSentAgain(waiting)
    await assert.rejects(client.query('select 1'), isSentAgain)
    await Promise.all([client.end().catch(() => undefined), other.end()])
  })

  test('when the connection breaks in the middle of a statement', async () => {
    const client = await connected()
    const waiting = client.query('select pg_sleep(60)').then(answers, (error: unknown) => error)
    client.connection.stream.destroy()
    isSentAgain(await waiting)
    await assert.rejects(client.query('select 1'), isSentAgain)
  })

  test('when no connection becomes free', async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 })
    // A connection that is being closed is ended by the server when its database goes.
    pool.on('connect', (client) => client.on('error', () => undefined))
    const only = await pool.connect()
    pool.options.connectionTimeoutMillis = 1
    await assert.rejects(pool.query('select 1'), isSentAgain)
    only.release()
    await pool.end()
  })

  for (const [title, statement, detail] of [
    [
      'when its disk is full',
      `do $$ begin raise disk_full; end $$`,
      'The disk with the database of the service is full; nothing can be written until room is made there.',
    ],
    [
      'when it takes no writes',
      'begin read only; create table written (id int)',
      'The database of the service takes no writes now, as one that stands by; try again shortly.',
    ],
  ] as const)
    test(`${title}, and says so`, async () => {
      const client = await connected()
      await assert.rejects(client.query(statement), (error) => {
        assert.deepEqual(answerTo(error, log, 'POST /users'), {
          status: 503,
          body: { detail, code: 'unavailable' },
        })
        return true
      })
      await client.end()
    })

  test('and not when a statement is at fault', async () => {
    const client = await connected()
    await assert.rejects(client.query('select nothing'), (error) => {
      assert.equal(answerTo(error, log, 'GET /operations').status, 500)
      return true
    })
    await client.end()
  })
})
