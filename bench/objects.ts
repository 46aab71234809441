import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { newSource, untilEnded } from '../test/harness/scan-rounds.ts'
import { startVersitygw, versitygwAbsence, type Versitygw } from '../test/harness/versitygw.ts'
import { anomalousRows } from './against-hand.ts'
import { asked } from './bench-check.ts'
import { inTurns, tookOf } from './contest.ts'
import { barred, ratioOf } from './measure.ts'
import { orderRowChecks } from './order-checks.ts'
import { placeOrders, wide } from './orders.ts'
import { FamilyMemory, familyProcessorTime } from './processes.ts'
import { ScratchUse } from './scratch-use.ts'
import { withService, type RunningService } from './service.ts'

const objects = Number(process.env['ASSAY_BENCH_OBJECTS'] ?? 200)
/** About 50 MB of Parquet. */
const rowsOfObject = 720_000
const rounds = Number(process.env['ASSAY_BENCH_ROUNDS'] ?? 3)
/** Asking costs the service time that is none of the scan's. */
const pollMs = 1000
/** ASSAY_OBJECT_SCRATCH_MB of the service: a session holds few of the objects at a time. */
const scratchMb = 256
const container = 'part_*.parquet'

/** The same scan of Parquet objects on an S3 server and of the files that this server keeps them in, in turns. */
export async function measureObjects(folder: string): Promise<object> {
  if (versitygwAbsence !== false) return { absent: versitygwAbsence }
  const server = await startVersitygw(folder)
  try {
    const bytes = readFileSync(await placeOrders(folder, rowsOfObject, wide))
    for (let index = 0; index < objects; index += 1)
      await server.put(`part_${String(index).padStart(3, '0')}.parquet`, bytes)
    const settings = { ASSAY_OBJECT_SCRATCH_MB: String(scratchMb) }
    return await withService(folder, (service) => inBoth(service, server, bytes.length), { settings })
  } finally {
    await server.close()
  }
}

async function inBoth({ ask, pid, home }: RunningService, server: Versitygw, size: number): Promise<object> {
  const checks = { [container]: orderRowChecks.map(asked) }
  const local = await newSource(ask, 'files', server.folder, checks)
  const remote = await newSource(ask, 'objects', '/', checks, { type: 's3', ...server.connection })
  const found: Record<string, number>[] = []
  const read = async (datastore_id: number) => {
    const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id, force: true })
    const scan = await untilEnded(ask, id, null, pollMs)
    assert.equal(scan.result, 'success', scan.message)
    found.push(await anomalousRows(ask, scan))
    assert.deepEqual(found.at(-1), found[0], 'both count the same')
  }
  const side = (datastore_id: number) => ({
    processorTime: () => familyProcessorTime(pid),
    run: () => read(datastore_id),
  })
  using memory = new FamilyMemory(pid)
  using scratch = new ScratchUse(home)
  const laps = await inTurns(rounds, { local: side(local), objects: side(remote) })
  const both = (figure: 'ms' | 'processor_ms') =>
    ratioOf(laps['objects']?.[figure] ?? [], laps['local']?.[figure] ?? [])
  return {
    objects,
    mib: Math.round((objects * size) / 2 ** 20),
    checks: orderRowChecks.length,
    rounds,
    took: tookOf(laps),
    processor_ratio: barred(both('processor_ms'), 1.5),
    ratio: both('ms'),
    service_peak_memory_mib: barred(memory.stop(), 1024),
    most_scratch_mib_of_a_session: barred(scratch.most('each'), scratchMb),
  }
}
