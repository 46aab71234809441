import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { answerTo } from '../../src/http/errors.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { listenOn } from '../../src/store/queue/listen.ts'
import { nameCommit } from '../../src/store/queue/silence.ts'
import { streamText } from '../../src/store/stream.ts'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { freshDatabase } from '../harness/database.ts'

const seconds = 0.3
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe(
  'a connection to the state on which the network drops everything',
  { timeout: 300_000 },
  async () => {
    const direct = await freshDatabase()
    await direct.store.pool.query('create table held (id int); insert into held values (1)')
    const url = new URL(direct.url)
    let network: CutProxy
    let store: Store
    const ends: (() => Promise<void>)[] = []
    beforeEach(async () => {
      network = await cutProxy(url.hostname, Number(url.port))
      const through = new URL(url)
      through.port = String(network.port)
      store = openStore(through.href, { maximum: 4, silenceSeconds: seconds, connectSeconds: 1 })
      const [opened, way] = [store, network]
      ends.push(async () => {
        await opened.close()
        await way.close()
      })
    })
    after(async () => {
      for (const end of ends) await end()
      await direct.close()
    })

    const isLost = (error: unknown): true => {
      const { status, body } = answerTo(error, log, 'GET /operations')
      assert.deepEqual([status, body.code], [503, 'unavailable'])
      return true
    }

    test('is given up when a statement is lost on its way, and the pool makes others', async () => {
      await store.pool.query('select 1')
      network.breakAll('silence')
      await assert.rejects(store.pool.query('select 2'), isLost)
      assert.deepEqual((await store.pool.query('select 3 as three')).rows, [{ three: 3 }])
    })

    test('is given up when the answer is lost, however long the statement took', async () => {
      const asked = store.pool.query('select pg_sleep(2)')
      await working('select pg_sleep(2)')
      network.breakAll('silence')
      await assert.rejects(asked, isLost)
    })

    test('is given up within an answer', async () => {
      network.cutAfter(100_000, 'silence')
      await assert.rejects(
        store.pool.query(`select repeat('x', 1000) from generate_series(1, 100000)`),
        isLost,
      )
    })

    test('is given up when no other can be made', async () => {
      await store.pool.query('select 1')
      network.swallow(true)
      await assert.rejects(store.pool.query('select 2'), isLost)
      await assert.rejects(store.pool.query('select 3'), isLost)
      network.swallow(false)
      assert.deepEqual((await store.pool.query('select 4 as four')).rows, [{ four: 4 }])
    })

    test('takes those that rest in the pool with it', async () => {
      // The pool itself lets none of them go.
      store.pool.options.idleTimeoutMillis = 0
      const clients = await Promise.all([store.pool.connect(), store.pool.connect(), store.pool.connect()])
      for (const client of clients) client.release()
      const broken = clients.map((client) => new Promise((resolve) => client.once('end', resolve)))
      network.breakAll('silence')
      await assert.rejects(store.pool.query('select 1'), isLost)
      await Promise.all(broken)
    })

    test('holds no locks when it is given up, though its transaction may wait for as long as it likes', async () => {
      const unit = { id: 7, attempt: 1 } as Parameters<typeof nameCommit>[1]
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const { promise: isSilent, resolve: goesOn } = Promise.withResolvers<void>()
      const lost = store.database.transaction().execute(async (transaction) => {
        await nameCommit(transaction, unit)
        await sql`update held set id = 2`.execute(transaction)
        holds()
        await isSilent
        await sql`update held set id = 3`.execute(transaction)
      })
      await isHeld
      network.breakAll('silence')
      const other = direct.store.pool.query('update held set id = id + 10 returning id')
      goesOn()
      await assert.rejects(lost, isLost)
      assert.deepEqual((await other).rows, [{ id: 11 }])
    })

    test('is replaced where it listens, and who listens is told that notifications were missed', async () => {
      const heard: (string | null)[] = []
      const { promise: again, resolve } = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const hear = (payload: string | null) => {
        heard.push(payload)
        begun.resolve()
        if (payload === 'after') resolve()
        else if (heard.length > 1) void direct.store.pool.query(`notify silent, 'after'`)
      }
      const listener = listenOn(store, 'silent', hear, 50)
      await begun.promise
      network.breakAll('silence')
      await again
      await listener.stop()
      assert.deepEqual(heard, [null, null, 'after'])
    })

    test('is given up in the middle of a download', async () => {
      const text = streamText(store, rowsOf(100_000))
      await text.next()
      await text.next()
      network.breakAll('silence')
      await assert.rejects(async () => {
        for await (const piece of text) assert.ok(piece)
      }, isLost)
    })

    test('is not one on which a statement takes long, waits for a lock, or is not read on', async () => {
      const text = streamText(store, rowsOf(4000))
      await text.next()
      const first = (await text.next()).value
      const holder = await direct.store.pool.connect()
      await holder.query('begin; update held set id = 5')
      const waiting = store.pool.query('update held set id = 6')
      await store.pool.query('select pg_sleep($1)', [seconds * 6])
      await holder.query('rollback')
      holder.release()
      assert.equal((await waiting).rowCount, 1)
      let rows = first?.length ?? 0
      for await (const piece of text) rows += piece.length
      assert.equal(rows, 4000)
    })

    test('is given up by the server, too, after twice the time', async () => {
      const opened = openStore(direct.url, { maximum: 1, silenceSeconds: 30 })
      const client = await opened.pool.connect()
      const shown = async (name: string) => (await client.query(`show ${name}`)).rows[0]?.[name]
      assert.deepEqual(
        [
          await shown('tcp_keepalives_idle'),
          await shown('tcp_keepalives_interval'),
          await shown('tcp_user_timeout'),
        ],
        ['30', '10', '60000'],
      )
      client.release()
      await opened.close()
    })

    /** Resolves when the server is at work on the statement. */
    async function working(statement: string): Promise<void> {
      for (;;) {
        const { rows } = await direct.store.pool.query(
          `select from pg_stat_activity where state = 'active' and query = $1 and pid <> pg_backend_pid()`,
          [statement],
        )
        if (rows.length > 0) return
      }
    }

    /** A download of so many rows, a letter each, 1000 at once. */
    function rowsOf(count: number) {
      const query = sql<{ letter: string }>`select 'x' as letter from generate_series(1, ${count}::int)`
      return {
        query: query.compile(store.database),
        batchRows: 1000,
        head: '',
        textOf: (rows: { letter: string }[]) => rows.map(({ letter }) => letter).join(''),
      }
    }
  },
)
