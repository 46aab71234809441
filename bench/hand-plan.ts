import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { flightChecks } from './flight-checks.ts'

/** Anomalous rows by the checks' descriptions, and the rows that were fetched as samples. */
export interface HandResult {
  anomalous: Record<string, number>
  samples: number
}

const sampleLimit = 10

/**
 * The best plan for DuckDB that we can write by hand for the same counts and samples as the service's: one pass of sums
 * for all row checks, a sample for each that failed, and one grouping per key, of which only the duplicates are kept.
 */
export async function runByHand(file: string, memoryMb: number): Promise<HandResult> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: `${memoryMb}MiB` })
  const connection = await instance.connect()
  try {
    const from = `read_parquet('${file}')`
    const anomalous = await countRows(connection, from)
    let samples = 0
    for (const { description, failing } of flightChecks) {
      if (failing === null || !anomalous[description]) continue
      samples += await fetched(connection, `select * from ${from} where ${failing} limit ${sampleLimit}`)
    }
    await numbers(connection, `select count(distinct origin) from ${from}`)
    const keys = '"date", origin, destination'
    await connection.run(
      `create temp table duplicates as select ${keys}, count(*) as n from ${from}
       where "date" is not null and origin is not null and destination is not null group by all having n > 1`,
    )
    const [surplus = 0] = await numbers(connection, 'select sum(n - 1) from duplicates')
    samples += await fetched(
      connection,
      `select flights.* from ${from} as flights semi join duplicates using (${keys}) limit ${sampleLimit}`,
    )
    return {
      anomalous: { ...anomalous, 'The airports are known': 0, 'A flight is listed once': surplus },
      samples,
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function countRows(connection: DuckDBConnection, from: string): Promise<Record<string, number>> {
  const checks = flightChecks.filter(({ failing }) => failing !== null)
  const sums = checks.map(({ failing }) => `sum(case when ${failing} then 1 else 0 end)`)
  const [, ...counts] = await numbers(connection, `select count(*), ${sums.join(', ')} from ${from}`)
  return Object.fromEntries(checks.map(({ description }, index) => [description, counts[index] ?? 0]))
}

async function numbers(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql)
  return (reader.getRows()[0] ?? []).map(Number)
}

async function fetched(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRows().length
}
