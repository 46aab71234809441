import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { startLoggedServer, type LoggedServer } from '../harness/logged-server.ts'
import { orderChecks, orderPartitions, writeOrders } from '../harness/orders.ts'
import { onServer } from '../harness/postgres-source.ts'
import { seeded } from '../harness/random.ts'
import { harvest, newSource, untilEnded, type Body } from '../harness/scan-rounds.ts'
import { startGroup, type ServiceGroup } from '../harness/service-group.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 20 : 4

describe('a scan by two worker processes that lose the database of the state', { timeout: 1_800_000 }, () => {
  let folder: string
  let server: LoggedServer
  let network: CutProxy
  let group: ServiceGroup
  let expected: object
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    server = await startLoggedServer({ log_statement: 'none' })
    const url = new URL(server.url)
    network = await cutProxy(url.hostname, Number(url.port))
    url.port = String(network.port)
    const settings = {
      DATABASE_URL: server.url,
      ASSAY_ALLOWED_PATHS: folder,
      ASSAY_LEASE_SECONDS: '2',
      ASSAY_LOG_LEVEL: 'silent',
      // Neither does all of it.
      ASSAY_WORKER_CONCURRENCY: '1',
    }
    // One of the workers has a network of its own towards the state.
    group = await startGroup(['api,scheduler', 'worker', 'worker'], settings, null, {
      2: { DATABASE_URL: url.href },
    })
    const calm = await newSource(group.ask, 'calm', folder, orderChecks)
    const scan = await untilEnded(group.ask, await started(calm))
    assert.deepEqual([scan.result, scan.status.partitions_scanned], ['success', orderPartitions + 1])
    expected = await harvest(group.ask, scan)
  })
  after(async () => {
    await group?.stop()
    await network?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The newest run of the datastore, which was started once although its answer may have been lost. */
  const started = async (datastore_id: number): Promise<number> => {
    const payload = { type: 'scan', datastore_id, enrichment_source_record_limit: 1000 }
    return (await group.ask('POST', '/operations/run', payload)).id
  }
  const isOne = async (): Promise<boolean> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(
      `select count(distinct worker)::int as workers from units where operation_id = (select max(id) from operations)`,
    )
    await client.end()
    return rows[0].workers < 2
  }
  const vitalProcess = async (): Promise<number> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(`select pid from pg_stat_activity where backend_type = 'walwriter'`)
    await client.end()
    return rows[0].pid
  }

  const losses: Record<string, () => Promise<void>> = {
    'the server ends all sessions': () =>
      onServer(server.url, [
        `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
      ]),
    'one of the workers is cut off, and stays so until the other has ended the scan': async () =>
      network.shut(true),
    'nothing passes any more between one of the workers and the server': async () =>
      network.breakAll('silence'),
    'the server breaks down and starts again': async () => void process.kill(await vitalProcess(), 'SIGKILL'),
  }
  const kinds = Object.entries(losses)

  test(`ends by itself, and finds at ${rounds} moments what an undisturbed one finds`, async (context) => {
    const random = seeded(20_261_125)
    let hits = 0
    let shared = 0
    for (let round = 0; round < rounds; round += 1) {
      const [name = '', lose = assert.fail] = kinds[round % kinds.length] ?? []
      const source = await newSource(group.ask, `round ${round}`, folder, orderChecks)
      const id = await started(source)
      const progress = Math.floor(random() * orderPartitions)
      await untilEnded(group.ask, id, ({ status }: Body) => status.partitions_scanned >= progress)
      await lose()
      const { end_time } = await group.ask('GET', `/operations/${id}`)
      if (end_time === null) hits += 1
      const scan = await untilEnded(group.ask, id)
      network.shut(false)
      assert.deepEqual(await harvest(group.ask, scan), expected, `round ${round}: ${name}`)
      if (!(await isOne())) shared += 1
    }
    context.diagnostic(`${hits} of ${rounds} losses hit the scan, ${shared} scans were shared`)
    assert.ok(hits >= rounds / 2, `only ${hits} of ${rounds} losses hit the scan: make it longer`)
    assert.ok(shared > 0, 'both workers had a part in a scan')
  })
})
