import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SmallTables } from './small-tables.ts'

/** The first tables, which hold all that fail; each costs Soda the same. */
const tablesOfSoda = 100

/** A Python with the package `soda-postgres` of version 4; Soda is left out without one. */
const python = process.env['ASSAY_BENCH_SODA']

/**
 * Milliseconds of processor time that one table costs Soda and the source, with the same five checks, in one process on one connection;
 * null where Soda is not there or does not read the source. `expected` are the failing rows of all tables.
 */
export async function priceBySoda(side: SmallTables, expected: number): Promise<number | null> {
  const { connection } = side.datastore
  if (!python || !('port' in connection)) return null
  const child = spawn(python, [join(import.meta.dirname, 'peers/soda.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const before = side.sourceTime()
  child.stdin.end(JSON.stringify({ ...connection, tables: side.names.slice(0, tablesOfSoda) }))
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0, 'Soda ended with an error')
  const { failed, processor_ms }: { failed: number; processor_ms: number } = JSON.parse(answer)
  assert.equal(failed, expected, 'Soda counts the same')
  return (processor_ms + side.sourceTime() - before) / tablesOfSoda
}
