import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  StatementRefused,
  type ConnectionValues,
  type DatastoreTarget,
  type Session,
  type SessionBounds,
  SourceUnreached,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted, RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import { clickhouseAbsence, clickhouseSource } from '../harness/clickhouse-source.ts'
import { cutProxy, type Breakage, type CutProxy } from '../harness/cut-proxy.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { countable, endless, mysqlAbsence, mysqlSource } from '../harness/mysql-source.ts'
import { postgresSource } from '../harness/postgres-source.ts'
import { redshiftDouble, redshiftDoubleAbsence } from '../harness/redshift-double.ts'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { sparkSource } from '../harness/spark-source.ts'
import { trinoAbsence, trinoSource } from '../harness/trino-source.ts'

interface Server {
  connection: ConnectionValues & { host: string; port: number }
  target: DatastoreTarget
  close(): Promise<void>
}

/** A server, a query of 2,500 small rows there, and one that takes minutes. */
interface Reached {
  source(): Promise<Server>
  numbers: string
  slow: string
  /** Why it is not here (default: it is). */
  absence?: string | false
  /** Each statement is a request, so that the next one has another connection (default: one connection for all). */
  requests?: boolean
  /** How long a statement may take that is to be ended for its time, seconds; what a session asks when it is opened must take less (default 0.3). */
  late?: number
  /** How long a server is waited for that takes a connection and says nothing, seconds (default 10, or 30 where statements are requests). */
  mute?: number
  /** What stands for it (default: nothing, it is itself). */
  double?: string
}

const servers: Record<string, Reached> = {
  postgresql: {
    source: postgresSource,
    numbers: 'select x from generate_series(1, 2500) as x',
    slow: 'select count(*) from generate_series(1, 100000000) as a, generate_series(1, 100000) as b',
  },
  redshift: {
    source: redshiftDouble,
    numbers: 'select x from generate_series(1, 2500) as x',
    slow: 'select count(*) from generate_series(1, 100000000) as a, generate_series(1, 100000) as b',
    absence: redshiftDoubleAbsence,
    double: 'a PostgreSQL in its place',
  },
  mariadb: {
    source: mariadbSource,
    numbers: 'select seq from seq_1_to_2500',
    slow: 'select count(*) from seq_1_to_1000000000 a join seq_1_to_1000000000 b on a.seq * b.seq = 3',
    absence: mariadbAbsence,
  },
  mysql: {
    source: mysqlSource,
    numbers: `select x from ${countable} where x <= 2500`,
    slow: `select count(*) from ${endless}`,
    absence: mysqlAbsence,
  },
  clickhouse: {
    source: clickhouseSource,
    numbers: 'select number from numbers(2500)',
    slow: 'select count() from numbers(9000000000000000) where cityHash64(number) = 3',
    absence: clickhouseAbsence,
    requests: true,
  },
  trino: {
    source: trinoSource,
    numbers: 'select x from unnest(sequence(1, 2500)) as numbers (x)',
    slow: 'select count(*) from tpch.sf100000.lineitem where orderkey * 2 = 3',
    absence: trinoAbsence,
    requests: true,
    late: 15,
  },
  spark: {
    source: sparkSource,
    numbers: 'select id from range(2500)',
    slow: 'select count(*) from range(0, 100000000000, 1, 2) as one where hash(id) = 3',
    absence: sparkAbsence,
    requests: true,
    late: 15,
    mute: 10,
  },
}

const isLost = (error: unknown): boolean => {
  assert.ok(error instanceof RunFailure, String(error))
  assert.match(error.message, /^The connection to the source was lost: |^The source ended the statement: /)
  return error.retryable
}

for (const [type, reached] of Object.entries(servers)) {
  const { source, numbers, slow, absence = false, requests = false, late = 0.3, double } = reached
  const { mute: muteSeconds = requests ? 30 : 10 } = reached
  describe(
    `a connection to ${type}${double ? ` (${double})` : ''} through a network that breaks`,
    {
      skip: absence,
      timeout: 600_000,
    },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-lost-'))
      let server: Server
      before(async () => {
        server = await source()
      })
      after(async () => {
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      })

      const openThrough = (network: CutProxy, bounds: Partial<SessionBounds> = {}): Promise<Session> => {
        const through = { host: '127.0.0.1', port: network.port, parameters: { sslmode: 'disable' } }
        const connection = { ...server.connection, ...through }
        return connectors.get(type).open(connection, server.target, { ...boundsIn(folder), ...bounds })
      }
      const read = async (session: Session): Promise<number> => {
        let seen = 0
        for await (const { rows } of session.stream({ sql: numbers, parameters: [] })) seen += rows.length
        return seen
      }
      /** Runs the test with its own proxy, and checks that no connection is left afterwards. */
      const onNetwork = (
        title: string,
        work: (network: CutProxy) => Promise<void>,
        limits: { timeout?: number } = {},
      ): void => {
        test(title, limits, async () => {
          const network = await cutProxy(server.connection.host, server.connection.port)
          try {
            await work(network)
            await network.left()
          } finally {
            await network.close()
          }
        })
      }

      onNetwork(
        'ends a statement at each last byte of its answer with all rows or a failure',
        async (network) => {
          const session = await openThrough(network)
          const from = network.bytes()
          assert.equal(await read(session), 2500)
          const whole = network.bytes() - from
          await session.close()
          for (let missing = 0; missing < 45; missing += 1) {
            // A server that tells how far it is may have sent less than before, and not have met the last cut.
            network.cutAfter(Number.POSITIVE_INFINITY, 'nothing')
            const cut = await openThrough(network)
            network.cutAfter(whole - missing, missing % 2 === 0 ? 'reset' : 'end')
            const outcome = await read(cut).then(
              (rows) => rows === 2500,
              (error: unknown) => isLost(error),
            )
            assert.equal(outcome, true, `${missing} bytes missing`)
            await cut.close()
          }
        },
      )

      onNetwork('ends opening at any byte with a session or a refusal in a sentence', async (network) => {
        await (await openThrough(network)).close()
        const whole = network.bytes()
        for (let round = 0; round < 20; round += 1) {
          network.cutAfter(1 + Math.floor((whole * round) / 20), round % 2 === 0 ? 'reset' : 'end')
          const outcome = await openThrough(network).then(
            (session) => session.close().then(() => null),
            (error: unknown) => error,
          )
          // One that was opened may have needed fewer bytes.
          if (outcome !== null) await network.cut
          const isSaid =
            outcome instanceof ServiceError || (outcome instanceof RunFailure && outcome.retryable)
          assert.ok(outcome === null || isSaid, String(outcome))
          if (isSaid) assert.match(outcome.message, /^[A-Z0-9].*\.$/)
        }
      })

      for (const how of ['reset', 'end'] satisfies Breakage[]) {
        onNetwork(`that is aborted after a ${how} ends the statement and the session`, async (network) => {
          const abort = new AbortController()
          const session = await openThrough(network, { signal: abort.signal })
          const running = assert.rejects(
            session.query({ sql: slow, parameters: [] }),
            (error) => error instanceof Aborted || isLost(error),
          )
          network.breakAll(how)
          abort.abort()
          await running
          await session.close()
        })
      }

      describe('and says nothing any more', { concurrency: true }, () => {
        // It is left after ten seconds; whoever waits for the system to give the connection up waits for longer.
        const left = { timeout: 25_000 }
        onNetwork(
          'ends an aborted statement and its session',
          async (network) => {
            const abort = new AbortController()
            const session = await openThrough(network, { signal: abort.signal })
            const running = assert.rejects(session.query({ sql: slow, parameters: [] }), Aborted)
            network.breakAll('silence')
            abort.abort()
            await running
            await session.close()
          },
          left,
        )

        const next = requests ? 'asks the next one by another connection' : 'the next one at once'
        onNetwork(`ends a statement by its time, and ${next}`, async (network) => {
          const session = await openThrough(network, { statement_timeout_seconds: late })
          network.breakAll('silence')
          const endless = { sql: slow, parameters: [] }
          const isLate = (error: unknown): boolean =>
            error instanceof StatementRefused && error.message.includes(`ran longer than ${late} seconds`)
          await assert.rejects(session.query(endless), isLate)
          await assert.rejects(session.query(endless), requests ? isLate : isLost)
          await session.close()
        })

        onNetwork('does not keep a session from being closed', async (network) => {
          const session = await openThrough(network)
          network.breakAll('silence')
          await session.close()
        })

        test('is given up when the server takes it and is mute', async () => {
          const sockets: Socket[] = []
          const mute = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(0)
          await once(mute, 'listening')
          const { port } = mute.address() as { port: number }
          const connection = { ...server.connection, host: '127.0.0.1', port }
          try {
            await assert.rejects(connectors.get(type).test(connection, null, boundsIn(folder)), (error) => {
              assert.ok(error instanceof SourceUnreached, String(error))
              assert.match(error.reason, new RegExp(`did not answer within ${muteSeconds} seconds\\.$`))
              return true
            })
          } finally {
            for (const socket of sockets) socket.destroy()
            mute.close()
          }
        })
      })
    },
  )
}
