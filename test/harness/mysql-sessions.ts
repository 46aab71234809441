import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ConnectionValues, Session, SessionBounds } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { Aborted, RunFailure } from '../../src/kernel/errors.ts'
import { boundsIn } from './example-tables.ts'
import type { MysqlDatabase } from './mysql-database.ts'

/** Sessions of a suite on a server of MySQL or MariaDB. */
interface MysqlSessions {
  /** There from `before` on. */
  readonly source: MysqlDatabase
  readonly folder: string
  /** Closed at the end, also when the test fails. */
  open(bounds?: Partial<SessionBounds>, connection?: ConnectionValues): Promise<Session>
  rowsOf(session: Session, sql: string, parameters?: string[]): Promise<Cell[][]>
  /** How many statements with these words run on the server, besides the asking one. */
  running(words: string): Promise<number>
}

/** Has a database up for the tests of the suite; `processes` is the table in which the server lists what runs. */
export function mysqlSessions(
  type: 'mariadb' | 'mysql',
  makeSource: () => Promise<MysqlDatabase>,
  processes: string,
): MysqlSessions {
  const folder = mkdtempSync(join(tmpdir(), `assay-${type}-test-`))
  const opened: Session[] = []
  let source: MysqlDatabase
  before(async () => {
    source = await makeSource()
  })
  after(async () => {
    for (const session of opened) await session.close()
    await source?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get source() {
      return source
    },
    folder,
    async open(bounds = {}, connection = source.connection) {
      const session = await connectors
        .get(type)
        .open(connection, source.target, { ...boundsIn(folder), ...bounds })
      opened.push(session)
      return session
    },
    rowsOf: async (session, sql, parameters = []) => (await session.query({ sql, parameters })).rows,
    async running(words) {
      const [row] = await source.run([
        `select count(*) from ${processes}
         where info like '%${words.replace(' ', "%' ' %")}%' and id <> connection_id() and command <> 'Sleep'`,
      ])
      return Number(Array.isArray(row) ? row[0] : 0)
    },
  }
}

/** What ends a statement has to end it in the server, and the end of its connection has to be told. */
export function endsStatementsOnServer(
  sessions: MysqlSessions,
  sql: {
    /** A statement with these words that runs for minutes and has no rows before. */
    counting(words: string): string
    /** A relation of more rows than are read at once, and its column of numbers. */
    many: { relation: string; column: string }
  },
): void {
  const { open, rowsOf, running } = sessions
  const rows = (words: string): string =>
    `select ${sql.many.column} as \`${words}\`, repeat('x', 1000) from ${sql.many.relation}`
  const mayPass = (error: unknown): boolean => error instanceof RunFailure && error.retryable

  test('that is aborted ends in the server too', async () => {
    const abort = new AbortController()
    const session = await open({ signal: abort.signal })
    const aborted = assert.rejects(rowsOf(session, sql.counting('aborted here')), Aborted)
    while ((await running('aborted here')) === 0);
    abort.abort()
    await aborted
    while ((await running('aborted here')) > 0);
  })

  test('whose stream is left early ends in the server too', async () => {
    const session = await open()
    for await (const batch of session.stream({ sql: rows('left here'), parameters: [] })) {
      assert.equal(batch.rows.length, 1000)
      assert.equal(await running('left here'), 1)
      break
    }
    while ((await running('left here')) > 0);
    assert.deepEqual(await rowsOf(session, 'select 42'), [[42]])
  })

  test('whose connection is lost is a failure worth another try, as is the next one', async () => {
    const session = await open()
    const [[thread] = []] = await rowsOf(session, 'select connection_id()')
    const reading = async (): Promise<void> => {
      let isFirst = true
      for await (const _batch of session.stream({ sql: rows('lost here'), parameters: [] })) {
        if (isFirst) await sessions.source.run([`kill ${String(thread)}`])
        isFirst = false
      }
    }
    await assert.rejects(reading(), mayPass)
    await assert.rejects(rowsOf(session, 'select 1'), mayPass)
  })
}
