import { mkdir, writeFile } from 'node:fs/promises'
import { hold } from '../../src/kernel/held.ts'
import { join } from 'node:path'
import { emptyMetrics } from '../../src/engine/profile/metrics.ts'
import type { FieldMetrics } from '../../src/model/field-profile.ts'
import { applyDiscovered } from '../../src/operations/sync/apply-discovered.ts'
import { withSession } from '../../src/services/datastores/open-session.ts'
import { beginProfile, finishProfile, wholeContainer } from '../../src/store/profiles.ts'
import type { TestApp } from './app.ts'

let made = 0

/** A `local` connection, made over HTTP. */
export async function makeConnection(app: TestApp, members: object = {}): Promise<number> {
  made += 1
  const { body } = await app.ask('POST', '/api/connections', {
    name: `files ${made}`,
    type: 'local',
    ...members,
  })
  return body.id
}

/** A datastore on a folder with these files, made over HTTP; its containers are known only after `syncDatastore`. */
export async function makeDatastore(
  app: TestApp,
  files: Record<string, string> = { 'people.csv': 'id,name,age\n1,Ada,36\n2,Alan,41\n' },
  members: object = {},
): Promise<number> {
  made += 1
  const root_path = join(app.folder, `data-${made}`)
  await mkdir(root_path)
  for (const [name, text] of Object.entries(files)) await writeFile(join(root_path, name), text)
  const connection_id = await makeConnection(app)
  const { status, body } = await app.ask('POST', '/api/datastores', {
    // Lists by name have them in the order in which they were made.
    name: `store ${String(made).padStart(4, '0')}`,
    connection_id,
    root_path,
    ...members,
  })
  if (status !== 201) throw new Error(`The datastore was not made: ${JSON.stringify(body)}`)
  return body.id
}

/** Does what a sync does, without a run. */
export async function syncDatastore(app: TestApp, datastoreId: number): Promise<void> {
  await withSession(app.environment, datastoreId, new AbortController().signal, (session) =>
    app.environment.store.database.transaction().execute((transaction) =>
      applyDiscovered(transaction, datastoreId, session.discover(), {
        include: ['table', 'view'],
        prune: false,
        recreate: false,
      }),
    ),
  )
}

/** A datastore with one synced container of three fields: `id` and `age` Integral, `name` String. */
export async function makePeople(app: TestApp): Promise<{ datastore: number; container: number }> {
  const datastore = await makeDatastore(app)
  await syncDatastore(app, datastore)
  const { body } = await app.ask('GET', `/api/containers/listing?datastore=${datastore}`)
  return { datastore, container: body[0].id }
}

/** A check made over HTTP: `notNull` on `name` unless the members say otherwise. */
export async function makeCheck(app: TestApp, container: number, members: object = {}): Promise<number> {
  const { status, body } = await app.ask('POST', '/api/quality-checks', {
    container_id: container,
    description: 'Everybody has a name',
    rule: 'notNull',
    fields: ['name'],
    ...members,
  })
  if (status !== 201) throw new Error(`The check was not made: ${JSON.stringify(body)}`)
  return body.id
}

async function datastoreOf({ environment }: TestApp, container: number): Promise<number> {
  const { datastore_id } = await environment.store.database
    .selectFrom('containers')
    .select('datastore_id')
    .where('id', '=', container)
    .executeTakeFirstOrThrow()
  return datastore_id
}

/** A record anomaly that these checks found, in a container scan of its own; returns its id. */
export async function makeAnomaly(
  app: TestApp,
  container: number,
  checks: readonly number[],
): Promise<number> {
  made += 1
  const { database } = app.environment.store
  const datastore_id = await datastoreOf(app, container)
  const scan = await database
    .insertInto('operation_containers')
    .values({ operation_id: made, kind: 'scan', datastore_id, container_id: container })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await database
    .insertInto('anomalies')
    .values({
      datastore_id,
      container_id: container,
      type: 'record',
      message: 'Something is wrong.',
      identity: `identity ${made}`,
      fingerprint: made,
      container_scan_id: scan.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const quality_check_id of checks) {
    await database
      .insertInto('anomaly_failed_checks')
      .values({ anomaly_id: id, quality_check_id, message: 'It is.' })
      .execute()
  }
  return id
}

/** A scan of the container that ended well, having read this many rows. */
export async function makeScan(app: TestApp, container: number, records = 2): Promise<void> {
  made += 1
  await app.environment.store.pool.query(
    `insert into operation_containers (operation_id, kind, datastore_id, container_id, result, start_time)
     select $1, 'scan', datastore_id, id, 'running', clock_timestamp() from containers where id = $2`,
    [made, container],
  )
  await app.environment.store.pool.query(
    `update operation_containers set result = 'success', end_time = clock_timestamp(), records_processed = $3
     where operation_id = $1 and container_id = $2`,
    [made, container, records],
  )
}

/** Keeps records, as JSON texts, with an anomaly, and lists it under its container scan. */
export async function keepRecords(
  app: TestApp,
  anomalyId: number,
  records: readonly string[],
): Promise<void> {
  const { pool } = app.environment.store
  await pool.query(
    `insert into source_records (anomaly_id, ordinal, row_hash, record)
     select $1, place - 1, 'hash ' || place, record::json from unnest($2::text[]) with ordinality as kept (record, place)`,
    [anomalyId, records],
  )
  await pool.query(
    `insert into anomaly_detections (container_scan_id, anomaly_id)
     select container_scan_id, id from anomalies where id = $1`,
    [anomalyId],
  )
}

/** A complete profile of the container, in which these fields (by name) have these figures and no others; the ids of the field profiles by name. */
export async function makeProfile(
  app: TestApp,
  container: number,
  figures: Record<string, Partial<FieldMetrics>>,
): Promise<Map<string, number>> {
  made += 1
  const { database } = app.environment.store
  const datastore_id = await datastoreOf(app, container)
  const { id } = await database
    .insertInto('operation_containers')
    .values({ operation_id: made, kind: 'profile', datastore_id, container_id: container, result: 'success' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { operation_container_id: id, container_id: container }
  const profile = await beginProfile(database, of, wholeContainer, null)
  const fields = Object.entries(figures).map(([name, given]) => ({
    name,
    metrics: hold({ ...emptyMetrics('Integral', true), ...given }),
  }))
  await finishProfile(database, profile, { records_count: 2, records_processed: 2, fields })
  const rows = await database
    .selectFrom('field_profiles')
    .innerJoin('fields', 'fields.id', 'field_id')
    .select(['field_profiles.id', 'name'])
    .where('container_profile_id', '=', profile)
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}

/** Hides the values of a field. */
export async function maskField(app: TestApp, container: number, name: string): Promise<void> {
  await app.environment.store.database
    .updateTable('fields')
    .set({ status: 'masked' })
    .where('container_id', '=', container)
    .where('name', '=', name)
    .execute()
}

/** What a command says before it applies one file. */
export const filesToApply = {
  digest: 'd'.repeat(64),
  files: [{ path: 'shop/checks.yaml', digest: 'f'.repeat(64) }],
  git_commit: 'c'.repeat(40),
  git_dirty: false,
}
