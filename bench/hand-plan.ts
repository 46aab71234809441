import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import type { BenchCheck } from './bench-check.ts'

/** Anomalous rows by the checks' descriptions, and the rows that were fetched as samples. */
export interface HandResult {
  anomalous: Record<string, number>
  samples: number
}

/** A file, what is asked of it, and the means that a session of the service has for it. */
export interface HandTask {
  path: string
  /** The select that takes a file of text apart, which is done once, into a table; null for a file of Parquet. */
  text: string | null
  checks: readonly BenchCheck[]
  memory_mb: number
  scratch_folder: string
}

const sampleLimit = 10

/**
 * The best plan for DuckDB that we can write by hand for the same counts and samples as the service's: one pass of sums
 * for all row checks; one statement for the rows of those that failed for few, and a `limit` for each that failed for
 * more; and one grouping per key, of which only the duplicates are kept.
 */
export async function runByHand({
  path,
  text,
  checks,
  memory_mb,
  scratch_folder,
}: HandTask): Promise<HandResult> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory_mb}MiB`,
    temp_directory: scratch_folder,
  })
  const connection = await instance.connect()
  try {
    const from = await relationOf(connection, text, path)
    const result = await countRows(connection, from, checks)
    result.samples += await sampleRows(connection, from, checks, result.anomalous)
    for (const { rule, description, fields, number } of checks) {
      if (rule === 'distinctCount') {
        await numbers(connection, `select count(distinct ${fields[0]}) from ${from}`)
        result.anomalous[description] = 0
      }
      // A check on a number that passes has no failing rows; the number is among those of the first pass.
      if (number !== undefined) result.anomalous[description] = 0
      if (rule !== 'unique') continue
      const found = await findDuplicates(connection, from, fields)
      result.anomalous[description] = found.surplus
      result.samples += found.samples
    }
    return result
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** What statements read: the file itself, or the table that its text was taken apart into. */
async function relationOf(
  connection: DuckDBConnection,
  text: HandTask['text'],
  path: string,
): Promise<string> {
  if (text === null) return `read_parquet('${path}')`
  await connection.run(`create temp table text_rows as ${text}`)
  return 'text_rows'
}

async function countRows(
  connection: DuckDBConnection,
  from: string,
  checks: readonly BenchCheck[],
): Promise<HandResult> {
  const rowChecks = checks.filter(({ failing }) => failing !== null)
  const sums = rowChecks.map(({ failing }) => `sum(case when ${failing} then 1 else 0 end)`)
  const others = checks.flatMap(({ number }) => number ?? [])
  const [, ...counts] = await numbers(
    connection,
    `select ${['count(*)', ...sums, ...others].join(', ')} from ${from}`,
  )
  return {
    anomalous: Object.fromEntries(
      rowChecks.map(({ description }, index) => [description, counts[index] ?? 0]),
    ),
    samples: 0,
  }
}

async function sampleRows(
  connection: DuckDBConnection,
  from: string,
  checks: readonly BenchCheck[],
  anomalous: Record<string, number>,
): Promise<number> {
  const few: string[] = []
  let samples = 0
  for (const { description, failing } of checks) {
    const count = anomalous[description] ?? 0
    if (failing === null || count === 0) continue
    if (count <= sampleLimit) few.push(`(${failing})`)
    else samples += await fetched(connection, `select * from ${from} where ${failing} limit ${sampleLimit}`)
  }
  if (few.length === 0) return samples
  return samples + (await fetched(connection, `select * from ${from} where ${few.join(' or ')}`))
}

async function findDuplicates(
  connection: DuckDBConnection,
  from: string,
  fields: readonly string[],
): Promise<{ surplus: number; samples: number }> {
  const keys = fields.map((field) => `"${field}"`).join(', ')
  const present = fields.map((field) => `"${field}" is not null`).join(' and ')
  await connection.run(
    `create or replace temp table duplicates as
     select ${keys}, count(*) as n from ${from} where ${present} group by all having n > 1`,
  )
  const [groups = 0, surplus = 0] = await numbers(connection, 'select count(*), sum(n - 1) from duplicates')
  if (groups === 0) return { surplus: 0, samples: 0 }
  const rows = `select rows_of.* from ${from} as rows_of semi join duplicates using (${keys}) limit ${sampleLimit}`
  return { surplus, samples: await fetched(connection, rows) }
}

async function numbers(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql)
  return (reader.getRows()[0] ?? []).map(Number)
}

async function fetched(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRows().length
}
