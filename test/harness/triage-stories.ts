import assert from 'node:assert/strict'
import { datastoreOn, tableStores, type TableStore } from './table-stores.ts'
import type { Source, WorkingApp } from './working-app.ts'

/** An anomaly as the API shows it, with status, assignees and comments. */
export interface Told {
  id: number
  type: string
  status: string
  message: string
  fingerprint: number
  absorbed_by: number[]
  assignees: { user_name: string }[]
  failed_checks: { message: string; quality_check: { id: number } }[]
}

/** All anomalies of the datastore, archived ones too, the oldest first. */
export async function toldAnomalies(app: WorkingApp, { datastore_id }: Source): Promise<Told[]> {
  const query = `datastore=${datastore_id}&archived=include&sort_created=asc&size=1000`
  return (await app.ask('GET', `/api/anomalies?${query}`)).body.items
}

/** Acknowledges the anomaly, assigns it to the admin and comments on it, so that losing it would be noticed. */
export async function takeUp(app: WorkingApp, id: number): Promise<void> {
  const { body: people } = await app.ask('GET', '/api/users')
  const change = { status: 'Acknowledged', assignee_ids: [people.items[0].id] }
  assert.equal((await app.ask('PUT', `/api/anomalies/${id}`, change)).status, 200)
  const comment = await app.ask('POST', `/api/anomalies/${id}/comments`, { message: 'being looked at' })
  assert.equal(comment.status, 201)
}

/** Fails unless the anomaly is as `takeUp` left it. */
export async function assertTakenUp(app: WorkingApp, id: number): Promise<void> {
  const { body } = await app.ask('GET', `/api/anomalies/${id}`)
  assert.equal(body.status, 'Acknowledged')
  assert.equal(body.assignees.length, 1)
  assert.equal((await app.ask('GET', `/api/anomalies/${id}/comments`)).body.total, 1)
}

/** The rows that an anomaly holds now, as the reader sees them. */
export async function recordsOfAnomaly(app: WorkingApp, id: number, query = ''): Promise<object[]> {
  const { body } = await app.ask('GET', `/api/anomalies/${id}/source-record?limit=1000${query}`)
  return JSON.parse(body.source_record)
}

/** A store of one kind with these tables, and a synced datastore on it. */
export async function tablesIn(
  app: WorkingApp,
  type: string,
  statements: readonly string[],
): Promise<{ source: Source; store: TableStore; sync: () => Promise<void> }> {
  const store = await (tableStores[type] ?? assert.fail(`there is no store ${type}`))(app.folder)
  await store.run(statements)
  const source = await datastoreOn(app, type, store)
  const sync = async () => {
    const { result, message } = await app.ended(await app.trigger(source, { type: 'sync' }))
    assert.equal(result, 'success', message)
  }
  await sync()
  return { source, store, sync }
}
