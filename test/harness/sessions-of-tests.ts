import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  StatementTooLate,
  type ConnectionValues,
  type DatastoreTarget,
  type Rows,
  type Session,
  type SessionBounds,
} from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { Aborted } from '../../src/kernel/errors.ts'
import { boundsIn } from './example-tables.ts'

/** A double that the tests of a file share. */
interface Double {
  listen(): Promise<void>
  close(): Promise<void>
  readonly connection: ConnectionValues
  readonly target: DatastoreTarget
}

/** Sessions on a double: one for each test, and others that a test opens. */
export interface SessionsOfTests {
  /** The scratch folder of all of them. */
  folder: string
  /** Another session; its connection is that of the double with these members. */
  open(bounds?: Partial<SessionBounds>, members?: Partial<ConnectionValues>): Promise<Session>
  /** The session of the test that runs. */
  readonly session: Session
  /** Its answer to a statement. */
  asked(sql: string, parameters?: string[]): Promise<Rows>
}

/** Has the double up for the tests of the suite, and a session of the type open in each; `forget` comes before it is opened, `begin` after. */
export function sessionsOfTests(
  type: string,
  double: Double,
  { forget, begin }: { forget(): void; begin(): unknown },
): SessionsOfTests {
  const folder = mkdtempSync(join(tmpdir(), `assay-${type}-`))
  let session: Session
  const open: SessionsOfTests['open'] = (bounds = {}, members = {}) =>
    connectors
      .get(type)
      .open({ ...double.connection, ...members }, double.target, { ...boundsIn(folder), ...bounds })
  before(() => double.listen())
  after(async () => {
    await double.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    forget()
    session = await open()
    begin()
  })
  afterEach(() => session.close())
  return {
    folder,
    open,
    get session() {
      return session
    },
    asked: (sql, parameters = []) => session.query({ sql, parameters }),
  }
}

/** The error of the work, which must fail. */
export const refusal = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error as Error,
  )

/** What ends a statement has to end it in the source as well; `log` gets `run` with each statement, and `ended` when it is ended. */
export function endsStatements(
  { open }: Pick<SessionsOfTests, 'open'>,
  {
    log,
    ended,
    lateSeconds,
    answer,
  }: {
    log(): readonly string[]
    ended: string
    /** The time of a statement that takes too long. */
    lateSeconds: number
    /** Has the double answer one statement with 1, and another one never. */
    answer(one: string, never: string): unknown
  },
): void {
  const sleep = { sql: 'select sleep', parameters: [] }

  test('aborting ends the statement in the source', async () => {
    const gone = new AbortController()
    const other = await open({ signal: gone.signal })
    answer('select one', sleep.sql)
    const running = other.query(sleep).catch((error: unknown) => error)
    while (!log().includes(`run ${sleep.sql}`)) await pause(5)
    gone.abort()
    assert.ok((await running) instanceof Aborted)
    assert.ok(log().includes(ended))
    await other.close()
  })

  test('a statement that takes too long is ended in the source, and the session goes on', async () => {
    const other = await open({ statement_timeout_seconds: lateSeconds })
    answer('select one', sleep.sql)
    await assert.rejects(other.query(sleep), StatementTooLate)
    assert.ok(log().includes(ended))
    assert.deepEqual((await other.query({ sql: 'select one', parameters: [] })).rows, [[1]])
    await other.close()
  })
}
