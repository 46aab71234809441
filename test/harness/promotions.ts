import assert from 'node:assert/strict'
import { finish } from './runs.ts'
import type { Source, WorkingApp } from './working-app.ts'
import type { Body } from './scan-rounds.ts'

/** A container of a source, by its ids. */
export interface Place {
  datastore_id: number
  container_id: number
}

/** The place of a container by its name. */
export async function placeOf(app: WorkingApp, source: Source, name: string): Promise<Place> {
  const container_id = (await app.containers(source)).get(name)
  assert.ok(container_id, `there is a container called ${name}`)
  return { datastore_id: source.datastore_id, container_id }
}

/** The payload of a promotion of checks. */
export function promotion(from: Place, to: Place, members: object = {}) {
  return {
    type: 'promote_quality_check',
    datastore_id: from.datastore_id,
    container_id: from.container_id,
    destination_container_id: to.container_id,
    ...members,
  }
}

/** Promotes checks and returns the record of the run once it has ended. */
export async function promoted(app: WorkingApp, from: Place, to: Place, members: object = {}): Promise<Body> {
  return carried(app, promotion(from, to, members))
}

/** The checks of a container in the order of their ids, those that are put away included. */
export async function checksOf(app: WorkingApp, { container_id }: Place): Promise<Body[]> {
  const path = `/api/quality-checks?container=${container_id}&archived=include&size=1000`
  const { status, body } = await app.ask('GET', path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.items
}

/** Starts a promotion of any kind and returns the record of the run once it has ended. */
export async function carried(app: WorkingApp, payload: object): Promise<Body> {
  const { status, body } = await app.ask('POST', '/api/operations/run', payload)
  assert.equal(status, 200, JSON.stringify(body))
  await finish(app)
  return app.ended(body.id)
}
