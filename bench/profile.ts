import { dirname } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { newSource } from '../test/harness/scan-rounds.ts'
import { scanned } from './against-hand.ts'
import { barred, Laps, ratioOf } from './measure.ts'
import { ordersOr, placeOrders, wide } from './orders.ts'
import { FamilyMemory, familyProcessorTime, processorTime } from './processes.ts'
import { withService } from './service.ts'

const rows = ordersOr(2_000_000)
const rounds = 3

/**
 * A profile of a wide file by the API, without and with the inference of checks that is usual, and DuckDB's own summary with a histogram of
 * every column, in turns.
 */
export async function measureProfile(folder: string): Promise<object> {
  const path = await placeOrders(folder, rows, wide)
  return withService(folder, async ({ ask, pid }) => {
    const datastore = await newSource(ask, 'profiled', dirname(path), {})
    using memory = new FamilyMemory(pid)
    const service = new Laps(() => familyProcessorTime(pid))
    const inferring = new Laps(() => familyProcessorTime(pid))
    const hand = new Laps(() => processorTime(process.pid))
    for (let round = 0; round < rounds; round++) {
      await service.time(() => scanned(ask, datastore, { type: 'profile', ai_effort: 'off' }))
      await inferring.time(() => scanned(ask, datastore, { type: 'profile' }))
      await hand.time(() => byHand(path))
    }
    return {
      rows,
      rounds,
      service_ms: service.summary(),
      with_inference_ms: inferring.summary(),
      by_hand_ms: hand.summary(),
      ratio: barred(ratioOf(service.ms, hand.ms), 1.5),
      processor_ratio: ratioOf(service.processor_ms, hand.processor_ms),
      with_inference: {
        ratio: ratioOf(inferring.ms, hand.ms),
        processor_ratio: ratioOf(inferring.processor_ms, hand.processor_ms),
      },
      service_peak_memory_mib: barred(memory.stop(), 1024),
    }
  })
}

async function byHand(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const { names, from } = await columnsOf(connection, path)
    await connection.runAndReadAll(`summarize select * from ${from}`)
    const histograms = names.map(
      (name) =>
        `select * from (select '${name}' as f, cast("${name}" as varchar) as v, count(*) as n from ${from}
         group by "${name}" order by n desc limit 100)`,
    )
    await connection.runAndReadAll(histograms.join(' union all '))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function columnsOf(connection: DuckDBConnection, path: string) {
  const from = `read_parquet('${path}')`
  const described = await connection.runAndReadAll(`describe select * from ${from}`)
  return { names: described.getRows().map(([name]) => String(name)), from }
}
