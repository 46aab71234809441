import assert from 'node:assert/strict'
import { deliver } from '../../src/services/enrichment/deliver.ts'
import type { WrittenStore } from '../connectors/written-tables.ts'
import type { Source, WorkingApp } from '../harness/working-app.ts'

/** A source with an anomaly in it, whose results go into a store of its own. */
export interface LinkedResults {
  source: Source
  /** With which the names of its tables begin. */
  prefix: string
  /** Tries again what waits, now; answers as `deliver`. */
  deliverNow(): ReturnType<typeof deliver>
  /** Asserts that the anomaly is there, and that each of the four tables has its row once. */
  assertWrittenOnce(): Promise<void>
}

/** `connection`: members of the connection beside those of the store, or in their place (default: none). */
export async function linkResults(
  app: WorkingApp,
  name: string,
  store: WrittenStore,
  connection: object = {},
): Promise<LinkedResults> {
  const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n' })
  await app.check(source, 'a.csv', { rule: 'notNegative', fields: ['price'] })
  const members = Object.entries(store.target).filter(([, value]) => value !== null)
  const { status, body } = await app.ask('POST', '/api/datastores', {
    name,
    connection: { name, type: store.connector.type, ...store.connection, ...connection },
    enrichment_only: true,
    ...Object.fromEntries(members),
  })
  assert.equal(status, 201, JSON.stringify(body))
  const linked = await app.ask('PATCH', `/api/datastores/${source.datastore_id}/enrichment/${body.id}`)
  return {
    source,
    prefix: linked.body.enrichment_prefix,
    async deliverNow() {
      await app.environment.store.pool.query(
        'update enrichment_deliveries set next_try = now(), lease_until = null',
      )
      return deliver(app.environment, null, new AbortController().signal)
    },
    async assertWrittenOnce() {
      const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
      assert.equal(found.total, 1)
      for (const table of ['check_metrics', 'failed_checks', 'source_records', 'scan_operations']) {
        const rows = await store.read(`${linked.body.enrichment_prefix}_${table}`, '1')
        assert.equal(rows.length, 1, table)
      }
    },
  }
}
