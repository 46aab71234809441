import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './app.ts'

/** Links a new enrichment datastore to the datastore: a folder of its own, which is returned. */
export async function linkFolder(app: TestApp, datastore_id: number): Promise<string> {
  const name = `results of ${datastore_id}`
  const root_path = join(app.folder, name)
  mkdirSync(root_path)
  const { body } = await app.ask('POST', '/api/datastores', {
    name,
    connection: { name, type: 'local' },
    root_path,
    enrichment_only: true,
  })
  const linked = await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${body.id}`)
  assert.equal(linked.status, 200, JSON.stringify(linked.body))
  return root_path
}
