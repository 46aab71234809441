import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, type ClientBase, type Pool, type PoolClient } from 'pg'

/** The longest that a look at the sessions may take, to connect and for each of its statements, milliseconds: a server with much to do is not out of reach. */
const longestLook = 10_000

/** A wait for the server is looked at so many times before its bound is over. */
const looksPerBound = 6

/** What is known of a connection. */
interface Watched {
  client: PoolClient
  /** When what it waits for was asked, milliseconds of this process; null while it waits for nothing. */
  since: number | null
  /** The bytes that had come by the last look, and when they had, milliseconds of this process. */
  bytes: number
  heard: number
  /** In the pool, for anybody to take. */
  isResting: boolean
}

const watchedBy = new WeakMap<ClientBase, Watched>()

/**
 * Breaks connections of the pool on which the network drops everything without closing them. One that waits for an answer and has not
 * got a byte for so many seconds is looked at from another connection: where the server is not at work for it, or cannot be
 * reached either, what waits for it fails as for a broken connection, and its session is ended, so that it holds no locks. A statement
 * that takes long, or waits for a lock, is left alone.
 */
export function breakSilent(pool: Pool, seconds: number): void {
  const all = new Set<Watched>()
  const pause = (seconds * 1000) / looksPerBound
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  pool.on('connect', (client) => {
    const watched = watch(client)
    all.add(watched)
    timer ??= setInterval(() => void look(), pause).unref()
    client.once('end', () => {
      all.delete(watched)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  })
  pool.on('acquire', (client) => setResting(client, false))
  pool.on('release', (_error, client) => setResting(client, true))

  async function look(): Promise<void> {
    const quiet = [...all].filter((watched) => quietFor(watched) >= pause)
    if (isLooking || !quiet.some((watched) => quietFor(watched) >= seconds * 1000)) return
    isLooking = true
    try {
      const silent = await silentAmong(pool, quiet, pause)
      // Those that rest were made by the same way, and whoever takes one would wait as long again.
      const resting = silent.length > 0 ? [...all].filter(({ isResting }) => isResting) : []
      for (const { client } of [...silent, ...resting]) client.connection.stream.destroy(silence(seconds))
    } finally {
      isLooking = false
    }
  }
}

/** Waits for an answer that is not that of a plain statement, such as the next rows of a cursor, so that its silence is noticed. */
export async function awaitAnswer<Answer>(client: ClientBase, asked: () => Promise<Answer>): Promise<Answer> {
  const watched = watchedBy.get(client)
  if (watched) watched.since = performance.now()
  try {
    return await asked()
  } finally {
    if (watched) watched.since = null
  }
}

function watch(client: PoolClient): Watched {
  const watched: Watched = { client, since: null, bytes: 0, heard: 0, isResting: false }
  watchedBy.set(client, watched)
  client.query = new Proxy(client.query, {
    apply(query, self, sent: unknown[]) {
      // What brings a protocol of its own also knows when it waits.
      if (!isSubmittable(sent[0])) watched.since ??= performance.now()
      return Reflect.apply(query, self, sent)
    },
  })
  client.on('drain', () => (watched.since = null))
  return watched
}

function isSubmittable(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked
}

function setResting(client: PoolClient, isResting: boolean): void {
  const watched = watchedBy.get(client)
  if (watched) watched.isResting = isResting
}

/** The milliseconds for which an answer has been waited for without a byte of it; 0 where nothing is. */
function quietFor(watched: Watched): number {
  const { stream } = watched.client.connection
  const bytesRead = stream instanceof Socket ? stream.bytesRead : 0
  const now = performance.now()
  if (bytesRead !== watched.bytes) [watched.bytes, watched.heard] = [bytesRead, now]
  return watched.since === null ? 0 : now - Math.max(watched.since, watched.heard)
}

/**
 * Those that the server does nothing for, at two looks with a pause between, in which an answer that was on its way has come. Their sessions
 * are ended. All of them when the server does not answer at all; none when it answers that it lets nobody in.
 */
async function silentAmong(pool: Pool, quiet: readonly Watched[], pause: number): Promise<Watched[]> {
  const waits = new Map(quiet.map((watched) => [watched, watched.since]))
  const stillQuiet = () =>
    [...waits].filter(([one, since]) => one.since === since && quietFor(one) >= pause).map(([one]) => one)
  const looking = new Client({
    ...pool.options,
    connectionTimeoutMillis: longestLook,
    query_timeout: longestLook,
  })
  looking.on('error', () => undefined)
  try {
    await looking.connect()
    const first = await atWork(looking)
    await delay(pause)
    const second = await atWork(looking)
    const silent = stillQuiet().filter((one) => [first, second].every((working) => !working(one)))
    await looking.query(endSessions, [silent.map(({ client }) => processOf(client))])
    return silent
  } catch (error) {
    return error instanceof DatabaseError ? [] : stillQuiet()
  } finally {
    looking.connection.stream.destroy()
  }
}

/**
 * Tells which of the sessions the server works for, or may; the others wait for their client. It knows of all or of none: a pooler
 * between gives its clients numbers of its own, and a server may be told to keep no account of what its sessions do.
 */
async function atWork(looking: Client): Promise<(watched: Watched) => boolean> {
  const { rows } = await looking.query<{ process: number; own: number; is_at_work: boolean }>(sessions)
  const own = rows[0]?.own
  if (own === undefined || own !== processOf(looking)) return () => true
  const working = new Set(rows.filter((row) => row.is_at_work).map((row) => row.process))
  return ({ client }) => working.has(processOf(client) ?? 0)
}

/** A session that waits for its client within a statement has sent an answer that did not arrive, or not got the rest of the statement. */
const sessions = `select pid as process, pg_backend_pid() as own,
  coalesce(state not like 'idle%' and (state <> 'active' or wait_event_type is distinct from 'Client'), true) as is_at_work
  from pg_stat_activity where datname = current_database() and usename = current_user`

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and datname = current_database() and usename = current_user`

/** The number of the server's process, as the server gave it at the beginning. */
function processOf(client: ClientBase): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}

/** The code is that of the system for a connection that it finds dead. */
function silence(seconds: number): Error {
  const sentence = `The database of the service has not answered on a connection for ${seconds} seconds, and is not at work for it; the connection was given up.`
  return Object.assign(new Error(sentence), { code: 'ETIMEDOUT' })
}
