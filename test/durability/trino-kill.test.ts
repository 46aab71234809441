import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startTrino, type TrinoServer } from '../../scripts/engines/trino.ts'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { parquetOf } from '../harness/parquet.ts'
import { asking, harvest, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { seeded } from '../harness/random.ts'
import { launchService, type Service } from '../harness/launch-service.ts'
import { placeForPreparedHome } from '../harness/service-process.ts'
import { datastoreOfFiles } from '../harness/evaluated-datastore.ts'
import { trinoFiles, trinoFilesAbsence, type TrinoFiles } from '../harness/trino-files.ts'
import { trinoObjects, trinoObjectsAbsence, type TrinoObjects } from '../harness/trino-objects.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const kills = isFull ? 10 : 1
const cuts = isFull ? 50 : 4
const partitions = 4

const checks = {
  'orders_*.parquet': [
    { rule: 'notNull', description: 'customer', fields: ['customer'] },
    { rule: 'notNegative', description: 'price', fields: ['price'] },
    { rule: 'unique', description: 'unique', fields: ['id'] },
    { rule: 'sum', description: 'sum', fields: ['price'], properties: { value: 1 } },
    // Fewer fail than records are kept: Trino shows rows in no order, and others would be kept each time.
    { rule: 'maxLength', description: 'length', fields: ['customer'], properties: { value: 12 } },
  ],
}

const scanOf = (datastore_id: number) => ({
  type: 'scan',
  datastore_id,
  enrichment_source_record_limit: 1000,
})

/** What a scan reads, in a place that Trino sees too. */
interface Lake {
  /** The connection to Trino. */
  connection: TrinoFiles['connection']
  folder: string
  place: TrinoFiles['place'] | TrinoObjects['place']
  /** The connection to the store of the files. */
  store: object
  declared(): Promise<string[]>
  write(name: string, content: Uint8Array): Promise<void>
  close(): Promise<void>
}

async function folderOf(server: TrinoServer): Promise<Lake> {
  const at = await trinoFiles(server)
  const write = async (name: string, content: Uint8Array) => writeFileSync(join(at.folder, name), content)
  // The folder goes with the server.
  return { ...at, store: { type: 'local' }, write, close: async () => undefined }
}

async function bucketOf({ address }: TrinoServer): Promise<Lake> {
  const at = await trinoObjects(undefined, address)
  return {
    ...at,
    connection: at.engine,
    folder: 'files',
    store: { type: 's3', ...at.bucket },
    write: (name, content) => at.put(`files/${name}`, content),
  }
}

/** Orders, some of which fail, in as many files as partitions. */
async function writeOrders({ write }: Lake): Promise<void> {
  for (let day = 1; day <= partitions; day++)
    await write(
      `orders_${day}.parquet`,
      await parquetOf(
        `select ${day} * 298 + i as id, case when i % 100 = 0 then null else 'customer ' || i * 10 end as customer,
           (i - 3)::decimal(18, 2) as price from range(300) as numbers(i)`,
      ),
    )
}

const home = process.env['ASSAY_TEST_TRINO_HOME'] ?? ''

scansThroughKills('files', trinoFilesAbsence, folderOf)
scansThroughKills('objects', trinoFilesAbsence || trinoObjectsAbsence, bucketOf)

function scansThroughKills(
  what: string,
  skip: string | false,
  open: (server: TrinoServer) => Promise<Lake>,
): void {
  describe(`a scan of ${what} by a Trino server`, { skip, timeout: 1_800_000 }, () => {
    let server: TrinoServer
    let at: Lake
    let network: CutProxy
    let place: Awaited<ReturnType<typeof placeForPreparedHome>>
    let service: Service
    let ask: Asking
    let undisturbed: object
    let whole = 0
    const start = async () => {
      service = launchService({
        ASSAY_HOME: place.home,
        ASSAY_ALLOWED_PATHS: server.files,
        ASSAY_LEASE_SECONDS: '2',
        ASSAY_SCRATCH_TABLE_SECONDS: '1',
      })
      ask = asking(await service.ready, place.home)
    }
    const source = () =>
      datastoreOfFiles(ask, at, { ...at.connection, host: '127.0.0.1', port: network.port }, checks)
    before(async () => {
      // The server of the stage is that of other tests.
      server = await startTrino(home)
      at = await open(server)
      await writeOrders(at)
      network = await cutProxy('127.0.0.1', at.connection.port)
      place = await placeForPreparedHome()
      await start()
      undisturbed = await harvest(ask, await scanned(await source()))
      const calm = await source()
      // A server that has just started answers in more pages.
      const before = network.bytes()
      assert.deepEqual(await harvest(ask, await scanned(calm)), undisturbed)
      whole = network.bytes() - before
    })
    after(async () => {
      await service.end()
      place.remove()
      await network.close()
      await at.close()
      await server.end()
    })

    const scanned = async (datastore: number): Promise<Body> =>
      untilEnded(ask, (await ask('POST', '/operations/run', scanOf(datastore))).id)

    test(`finds what an undisturbed one finds when its connection to Trino is cut, at ${cuts} bytes`, async (context) => {
      const random = seeded(20_261_125)
      let hits = 0
      for (let round = 0; round < cuts; round++) {
        const datastore = await source()
        const byte = 1 + Math.floor(random() * whole * 0.7)
        network.cutAfter(byte, round % 2 === 0 ? 'reset' : 'end')
        void network.cut.then(() => (hits += 1))
        const run = await scanned(datastore)
        assert.deepEqual(await harvest(ask, run), undisturbed, `cut after byte ${byte} of ${whole}`)
      }
      context.diagnostic(`${hits} of ${cuts} cuts within ${whole} bytes`)
      assert.ok(hits >= cuts / 2, `only ${hits} of ${cuts} cuts hit the scan`)
      assert.deepEqual(await at.declared(), [], 'nothing stays declared')
    })

    test(`finds it when the Trino server is killed in the middle and starts again, ${kills} times`, async (context) => {
      const random = seeded(20_261_126)
      let hits = 0
      for (let round = 0; round < kills; round++) {
        const datastore = await source()
        const byte = 1 + Math.floor(random() * whole * 0.7)
        network.cutAfter(byte, 'nothing')
        const { id } = await ask('POST', '/operations/run', scanOf(datastore))
        await Promise.race([network.cut, untilEnded(ask, id)])
        await server.breakDown()
        const { end_time } = await ask('GET', `/operations/${id}`)
        if (end_time === null) hits += 1
        await server.startAgain()
        assert.deepEqual(
          await harvest(ask, await untilEnded(ask, id)),
          undisturbed,
          `killed after byte ${byte} of ${whole}`,
        )
      }
      context.diagnostic(`${hits} of ${kills} kills hit the scan`)
      assert.ok(hits >= kills / 2, `only ${hits} of ${kills} kills hit the scan`)
      // What a killed server kept is dropped by the next session.
      await scanned(await source())
      assert.deepEqual(await at.declared(), [], 'nothing stays declared')
    })

    test('leaves nothing in Trino when the service is killed: the next one drops it', async (context) => {
      // A table is declared for as long as it is read; which byte comes in the middle of that depends on how long Trino takes.
      for (let share = 0.2; share < 0.9; share += 0.1) {
        const left = await leftByKill(share)
        context.diagnostic(`${left.length} tables are left by a kill after ${share.toFixed(1)} of the bytes`)
        if (left.length > 0) return
      }
      assert.fail('no kill left a table declared')
    })

    /** Kills the service in the middle of a scan, which the next one ends; the tables that were declared in between. */
    const leftByKill = async (share: number): Promise<string[]> => {
      const datastore = await source()
      network.cutAfter(Math.floor(whole * share), 'nothing')
      const { id } = await ask('POST', '/operations/run', scanOf(datastore))
      await Promise.race([network.cut, untilEnded(ask, id)])
      // From here on no word of the service comes through that would drop it.
      network.swallow(true)
      await service.end('SIGKILL')
      const left = await at.declared()
      network.swallow(false)
      await start()
      assert.deepEqual(await harvest(ask, await untilEnded(ask, id)), undisturbed)
      assert.deepEqual(await at.declared(), [], 'nothing stays declared')
      return left
    }
  })
}
