import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** Approximate numbers of rows; a tenth of the anomalies are shape anomalies, which have most of the source records. */
export interface StoreSize {
  datastores: number
  containers: number
  quality_checks: number
  schedules: number
  operations: number
  anomalies: number
  source_records: number
  /** Those of one container scan, all distinct. */
  records_of_one_scan: number
}

/** What the promise about size is about. */
export const fullSize: StoreSize = {
  datastores: 50,
  containers: 2000,
  quality_checks: 10_000,
  schedules: 5000,
  operations: 200_000,
  anomalies: 1_000_000,
  source_records: 5_000_000,
  records_of_one_scan: 1_000_000,
}

const parts = ['1-sources.sql', '2-runs.sql', '3-findings.sql']

/**
 * Fills a migrated, unused database with as much as years of use would leave; the same size always gives the same
 * rows, but for times, which end now. The user must be a superuser: the rows are right by construction, and checking each
 * reference would take longer than writing them.
 */
export async function fillStore(databaseUrl: string, size: StoreSize): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = replica; set local work_mem = '128MB'`)
    for (const [thing, count] of Object.entries(size)) {
      await client.query('select set_config($1, $2, true)', [`assay_size.${thing}`, String(count)])
    }
    for (const part of parts) await client.query(readFileSync(join(import.meta.dirname, part), 'utf8'))
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
