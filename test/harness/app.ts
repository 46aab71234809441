import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Pool } from 'pg'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../src/access/context.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { loadConfig, tellSettings } from '../../src/config.ts'
import type { Route } from '../../src/http/route.ts'
import { requireSameKey, sealAuditOnce } from '../../src/store/installation.ts'
import { openInbox } from '../../src/store/inbox.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { createServer } from '../../src/http/server.ts'
import { operations as shipped } from '../../src/operations/registry.ts'
import type { RunEnvironment } from '../../src/runs/operation.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { createSecretBox } from '../../src/kernel/secret-box.ts'
import type { Principal, Role, TeamPermission } from '../../src/model/principal.ts'
import { closeResting } from '../../src/services/datastores/kept-session.ts'
import { countRows } from './counted-rows.ts'
import { freshDatabase } from './database.ts'
import { assertDocumented } from './documented.ts'

/** An answer to a request; `body` is the value of its JSON, or its text where it is none: empty where there is no body. */
export interface Answer {
  status: number
  // Tests look into answers freely; their shape was compared with the documented schema before.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, unknown>
}

/** The service on a database of its own, asked without a socket. */
export interface TestApp {
  environment: RunEnvironment
  server: FastifyInstance
  /** A folder that the `local` connection type may read. */
  folder: string
  /** The log, one JSON text a line. */
  logged: string[]
  /** The time that the service sees; advance it by assignment. */
  clock: { time: Date }
  /** Makes a user and returns the token that stands for it; `on` puts it into teams with these permissions on datastores. */
  user(role: Role, on?: Partial<Record<TeamPermission, number[]>>): Promise<string>
  /** Sends as `token` (default: an Admin; null: without a token). Every answer is compared with what the API document promises. */
  ask(method: Route['method'], path: string, body?: unknown, token?: string | null): Promise<Answer>
  /** Sends any text or bytes as the body, with these headers beside the Admin's token. */
  askRaw(
    method: Route['method'],
    path: string,
    text: string | Buffer,
    headers: Record<string, string>,
  ): Promise<Answer>
  /** Counts of all rows of all tables: equal before and after a refusal, nothing was written but that a source was tried. */
  rows(): Promise<string>
  close(): Promise<void>
}

/** `settings` are variables that connect services outside (default: none is connected); `operations` those that ship, by default. */
export async function startApp(
  settings: Record<string, string> = {},
  operations: RunEnvironment['operations'] = shipped,
): Promise<TestApp> {
  const database = await freshDatabase()
  const { store } = database
  const folder = await mkdtemp(join(tmpdir(), 'assay-app-'))
  const logged: string[] = []
  const secrets = createSecretBox('a secret of the tests, long enough to be one')
  const log = (details: object, sentence: string) => logged.push(JSON.stringify({ ...details, sentence }))
  await requireSameKey(store, secrets)
  await sealAuditOnce(store, secrets)
  const clock = { time: new Date('2026-03-01T12:00:00Z') }
  const environment: RunEnvironment = {
    operations,
    store,
    clock: {
      now: async () => clock.time,
      inStatement: () => sql<string>`${clock.time.toISOString()}::timestamptz`,
    },
    secrets,
    sources: {
      allowed_paths: [folder],
      scratch_folder: join(folder, '.scratch'),
      engine_memory_mb: 256,
      statement_timeout_seconds: 30,
      check_timeout_seconds: 30,
      rows_per_partition: 100_000,
      // Who scans the same files twice wants them to be read twice, unless told.
      keeps_unchanged: false,
    },
    integrations: { ...createIntegrations(loadConfig(settings)), inbox: openInbox(store.database) },
    settings: tellSettings(loadConfig(settings), settings),
    log: { info: log, warn: log, error: log } satisfies Log,
  }
  const routes = routesFor(operations)
  const principals = new Map<string, Principal>()
  // Tests count the statements of the store.
  const apart = new Pool({ connectionString: database.url, max: 1 })
  // As that of the store: what is cut is connected anew.
  apart.on('error', () => undefined)
  const server = await createServer(environment, {
    authenticate: async (token) => {
      const principal = principals.get(token ?? '')
      if (!principal) throw new ServiceError('unauthenticated')
      const { rows } = await apart.query('select pg_current_snapshot()::text as snapshot')
      return { ...principal, snapshot: rows[0].snapshot }
    },
  })
  await server.ready()

  let users = 0
  async function user(role: Role, on: Partial<Record<TeamPermission, number[]>> = {}): Promise<string> {
    users += 1
    const user_name = `${role.toLowerCase()}-${users}`
    const { id: user_id } = await store.database
      .insertInto('users')
      .values({ user_name, role, name: user_name, email: `${user_name}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    principals.set(user_name, { user_id, user_name, role, actor: { kind: 'user' } })
    for (const [permission, datastores] of Object.entries(on) as [TeamPermission, number[]][]) {
      const team = await store.database
        .insertInto('teams')
        .values({ name: `${user_name} ${permission}`, permission })
        .returning('id')
        .executeTakeFirstOrThrow()
      await store.database.insertInto('team_users').values({ team_id: team.id, user_id }).execute()
      for (const datastore_id of datastores) {
        await store.database
          .insertInto('team_datastores')
          .values({ team_id: team.id, datastore_id })
          .execute()
      }
    }
    return user_name
  }
  const admin = await user('Admin')

  async function askRaw(
    method: Route['method'],
    path: string,
    text: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await server.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${admin}`, ...headers },
      ...(text !== undefined && { payload: text }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('application/json')
    const body: unknown = isJson && response.body !== '' ? JSON.parse(response.body) : response.body
    const contentType = String(response.headers['content-type'] ?? '')
    assertDocumented({ method, path, status: response.statusCode, contentType, body }, routes)
    return { status: response.statusCode, body, headers: response.headers }
  }

  return {
    environment,
    server,
    folder,
    logged,
    clock,
    user,
    askRaw,
    ask: (method, path, body, token = admin) =>
      askRaw(method, path, body === undefined ? undefined : JSON.stringify(body), {
        'content-type': 'application/json',
        authorization: token === null ? '' : `Bearer ${token}`,
      }),
    rows: () => countRows(store.pool),
    async close() {
      await server.close()
      await closeResting(environment)
      await apart.end()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
