import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workUnits } from '../../src/runs/work-unit.ts'
import type { RunEnvironment } from '../../src/runs/operation.ts'
import { startWorker, type Worker, type WorkerSettings } from '../../src/runtime/worker.ts'
import { stateClock } from '../../src/store/clock.ts'
import { claimUnit } from '../../src/store/queue/claim.ts'
import { startApp, type TestApp } from './app.ts'
import { growingPauses } from './growing-pauses.ts'

/** File contents by their names below a folder. */
type Files = Record<string, string | Uint8Array>

/** A datastore of files, and the folder that it reads. */
export interface Source {
  datastore_id: number
  folder: string
  write(files: Files): void
  remove(name: string): void
}

/** The service with its worker: runs come to an end. Its clock is the real one. */
export interface WorkingApp extends TestApp {
  /** Another worker on the same database; stopped with the service. */
  addWorker(settings?: Partial<WorkerSettings>): Worker
  /** Claims one unit as a worker would and works on it; its kind, or null when there is nothing to do. */
  step(): Promise<string | null>
  /** A datastore of these files, synced. */
  source(files: Files): Promise<Source>
  /** Ids of the datastore's containers, by name. */
  containers(source: Source): Promise<Map<string, number>>
  /** Makes a check, Active unless said otherwise, and returns its id. */
  check(source: Source, container: string, check: CheckGiven): Promise<number>
  /** Starts a run on the source and returns its id. */
  trigger(source: Source, payload: { type: string; [member: string]: unknown }): Promise<number>
  /** The record of a run once it has ended. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  ended(operationId: number): Promise<any>
  /** Starts a scan and returns its record once it has ended. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  scan(source: Source, payload?: object): Promise<any>
}

interface CheckGiven {
  rule: string
  fields?: string[]
  properties?: object
  filter?: string
  coverage?: number
  status?: string
  description?: string
}

interface Working {
  /** Default 1; with 0 nothing is worked on before `addWorker`. */
  workers?: number
  /** As for `startApp`. */
  operations?: RunEnvironment['operations']
  /** Whether all sources are read through one connection, so that their list stays short (default: each has its own). */
  hasOneConnection?: boolean
}

/** A service on a fresh database with workers in this process; `close` stops them all. */
export async function startWorkingApp({
  workers = 1,
  operations,
  hasOneConnection = false,
}: Working = {}): Promise<WorkingApp> {
  const app = await startApp({}, operations)
  app.environment.clock = stateClock
  const running = new Set<Worker>()
  const addWorker = (settings: Partial<WorkerSettings> = {}): Worker => {
    const started = startWorker(app.environment, { concurrency: 2, lease_seconds: 10, ...settings })
    const worker: Worker = {
      stop() {
        running.delete(worker)
        return started.stop()
      },
    }
    running.add(worker)
    return worker
  }
  for (let count = 0; count < workers; count++) addWorker()
  const { ask, folder: root } = app
  let sources = 0
  let connectionId: number | null = null

  const post = async (path: string, body: object, status: number) => {
    const answer = await ask('POST', path, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer.body
  }
  const ended = async (operationId: number) => {
    const pause = growingPauses()
    for (;;) {
      const { body } = await ask('GET', `/api/operations/${operationId}`)
      if (body.end_time !== null) return body
      await pause()
    }
  }
  const trigger = async ({ datastore_id }: Source, payload: object): Promise<number> =>
    (await post('/api/operations/run', { datastore_id, ...payload }, 200)).id
  const step = async () => {
    const unit = await claimUnit(app.environment.store.database, 'a test', 10)
    if (unit) await workUnits(app.environment, [{ unit, signal: new AbortController().signal }])
    return unit?.kind ?? null
  }
  const containers = async ({ datastore_id }: Source) => {
    const rows = await app.environment.store.database
      .selectFrom('containers')
      .select(['id', 'name'])
      .where('datastore_id', '=', datastore_id)
      .execute()
    return new Map(rows.map(({ id, name }) => [name, id]))
  }

  return {
    ...app,
    addWorker,
    step,
    containers,
    trigger,
    ended,
    async source(files) {
      sources += 1
      const folder = join(root, `source-${sources}`)
      writeFiles(folder, files)
      if (connectionId === null || !hasOneConnection) {
        const name = `files ${sources}`
        connectionId = (await post('/api/connections', { name, type: 'local' }, 201)).id
      }
      const datastore = await post(
        '/api/datastores',
        { name: nameOf({ folder }), connection_id: connectionId, root_path: folder },
        201,
      )
      const source: Source = {
        datastore_id: datastore.id,
        folder,
        write: (changed) => writeFiles(folder, changed),
        remove: (name) => rmSync(join(folder, name), { recursive: true }),
      }
      const sync = await trigger(source, { type: 'sync' })
      if (running.size === 0) while (await step()) continue
      const { result, message } = await ended(sync)
      assert.equal(result === 'success' || message.includes('containers failed'), true, message)
      return source
    },
    async check(source, container, given) {
      const container_id = (await containers(source)).get(container)
      assert.ok(container_id, `there is a container called ${container}`)
      const { rule } = given
      const made = await post('/api/quality-checks', { container_id, description: rule, ...given }, 201)
      return made.id
    },
    scan: async (source, payload = {}) => ended(await trigger(source, { type: 'scan', ...payload })),
    async close() {
      await Promise.all([...running].map((worker) => worker.stop()))
      await app.close()
    },
  }
}

/** The name of the datastore of these files. */
export function nameOf({ folder }: Pick<Source, 'folder'>): string {
  return basename(folder).replace('-', ' ')
}

function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** CSV text of a header and rows. */
export function csv(names: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `${[names, ...rows].map((row) => row.map((cell) => cell ?? '').join(',')).join('\n')}\n`
}
