import assert from 'node:assert/strict'
import type { WrittenStore } from '../connectors/written-tables.ts'
import type { TestApp } from './app.ts'

/** A datastore of this store, for enrichment alone; returns its id. */
export async function writtenDatastore(
  app: TestApp,
  name: string,
  { connector, connection, target }: WrittenStore,
): Promise<number> {
  const { body: made } = await app.ask('POST', '/api/connections', {
    name,
    type: connector.type,
    ...connection,
  })
  const members = Object.fromEntries(Object.entries(target).filter(([, value]) => value !== null))
  const { status, body } = await app.ask('POST', '/api/datastores', {
    name,
    connection_id: made.id,
    enrichment_only: true,
    ...members,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}
