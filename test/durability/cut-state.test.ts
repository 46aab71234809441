import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { CutProxy } from '../harness/cut-proxy.ts'
import { withDistantWorker } from '../harness/distant-worker.ts'
import { seeded } from '../harness/random.ts'
import { harvest, untilEnded, type Body } from '../harness/scan-rounds.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 24 : 4

/** Ways to lose the database of the state; `network` is that of one of two workers. */
const losses: Record<string, (ask: Ask, network: CutProxy) => Promise<void>> = {
  'the server ends all sessions': async (ask) => {
    const [{ ended }] = await ask(`select count(pg_terminate_backend(pid))::int as ended
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    assert.ok(ended > 3, 'each process has sessions')
  },
  'one of the workers is cut off until the other has ended the scan': async (_ask, network) =>
    network.shut(true),
  'one of the workers loses its connections, and makes others': async (_ask, network) =>
    network.breakAll('reset'),
  'the server breaks down and starts again': async (ask) => {
    const [{ pid }] = await ask(`select pid from pg_stat_activity where backend_type = 'walwriter'`)
    process.kill(pid, 'SIGKILL')
  },
  'the network drops all that comes on the connections of one of the workers, which makes others': async (
    _ask,
    network,
  ) => network.breakAll('silence'),
  'the network drops everything of one of the workers until the other has ended the scan': async (
    _ask,
    network,
  ) => network.swallow(true),
}
type Ask = (sql: string) => Promise<Body>

test(
  `a scan by two worker processes that lose the database of the state ends by itself, and finds at ${rounds} moments what an undisturbed one finds`,
  { timeout: 1_800_000 },
  async (context) => {
    const { ask, server, network, undisturbed, scanning, stop } = await withDistantWorker([
      'api,scheduler',
      'worker',
      'worker',
    ])
    after(stop)
    const random = seeded(20_261_125)
    let [hits, shared] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const [name, lose] = Object.entries(losses)[round % 6] ?? assert.fail()
      const id = await scanning(`round ${round}`, random())
      const before = await ask('GET', `/operations/${id}`)
      await lose((sql) => answered(server.url, sql), network)
      hits += before.end_time === null ? 1 : 0
      const scan = await untilEnded(ask, id)
      network.shut(false)
      network.swallow(false)
      assert.deepEqual(await harvest(ask, scan), undisturbed, `round ${round}: ${name}`)
      const [{ workers }] = await answered(
        server.url,
        `select count(distinct worker)::int as workers from units where operation_id = ${id}`,
      )
      shared += workers > 1 ? 1 : 0
    }
    context.diagnostic(`${hits} of ${rounds} losses hit the scan, ${shared} scans were shared`)
    assert.ok(hits >= rounds / 2, `only ${hits} of ${rounds} losses hit the scan: make it longer`)
    assert.ok(shared > 0, 'both workers had a part in a scan')
  },
)

/** The rows of a server that may still recover from the round before. */
async function answered(url: string, sql: string): Promise<Body> {
  for (;;) {
    const client = new Client({ connectionString: url })
    // What ends the connection is told by the statement.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } catch (error) {
      const isRecovering = error instanceof Error && 'code' in error && error.code === '57P03'
      if (!isRecovering) throw error
      await delay(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
