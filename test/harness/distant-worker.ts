import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutProxy, type CutProxy } from './cut-proxy.ts'
import { startLoggedServer, type LoggedServer } from './logged-server.ts'
import { orderChecks, orderPartitions, writeOrders } from './orders.ts'
import { harvest, newSource, untilEnded, type Asking } from './scan-rounds.ts'
import { startGroup } from './service-group.ts'

/** Processes on one state, the last of which reaches it by a network of its own. */
export interface DistantWorker {
  ask: Asking
  /** The server of the state. */
  server: LoggedServer
  network: CutProxy
  /** What a scan finds that nothing disturbs, see `harvest`. */
  undisturbed: object
  /** Starts a scan of a new datastore, and waits until it has passed a share (0 to 1) of its partitions; its id. */
  scanning(name: string, share: number): Promise<number>
  stop(): Promise<void>
}

/** Starts one process per text of roles, as `startGroup` does, each with one unit at a time, so that no worker does all of a scan. */
export async function withDistantWorker(roles: readonly string[]): Promise<DistantWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
  writeOrders(folder)
  const server = await startLoggedServer({ log_statement: 'none' })
  const through = new URL(server.url)
  const network = await cutProxy(through.hostname, Number(through.port))
  through.port = String(network.port)
  const settings = {
    DATABASE_URL: server.url,
    ASSAY_ALLOWED_PATHS: folder,
    ASSAY_LEASE_SECONDS: '2',
    ASSAY_STATE_SILENCE_SECONDS: '2',
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_WORKER_CONCURRENCY: '1',
  }
  const distant = { [roles.length - 1]: { DATABASE_URL: through.href } }
  const group = await startGroup(roles, settings, null, distant)
  const { ask } = group
  const started = async (name: string): Promise<number> => {
    const source = await newSource(ask, name, folder, orderChecks)
    const payload = { type: 'scan', datastore_id: source, enrichment_source_record_limit: 1000 }
    return (await ask('POST', '/operations/run', payload)).id
  }
  const calm = await untilEnded(ask, await started('calm'))
  assert.equal(calm.result, 'success', calm.message)
  return {
    ask,
    server,
    network,
    undisturbed: await harvest(ask, calm),
    async scanning(name, share) {
      const id = await started(name)
      const progress = Math.floor(share * orderPartitions)
      await untilEnded(ask, id, ({ status }) => status.partitions_scanned >= progress)
      return id
    },
    async stop() {
      await group.stop()
      await network.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
