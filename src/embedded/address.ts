import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecord } from './cluster.ts'

/**
 * The connection string of the PostgreSQL that the service of this home keeps running, for a program beside it; it holds
 * the password. Null while none is running.
 */
export function embeddedUrl(home: string): string | null {
  const record = readRecord(join(home, 'embedded-postgresql'))
  if (!record) return null
  try {
    const lines = readFileSync(join(record.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
    return `postgresql://assay:${record.password}@127.0.0.1:${Number(lines[3])}/assay`
  } catch {
    // No such file: the server is not running.
    return null
  }
}
