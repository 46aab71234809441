import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { migrate } from '../../src/store/migrate.ts'
import { assertTakenUp, takeUp, toldAnomalies } from '../harness/triage-stories.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const header = ['id', 'price', 'seen']
const rows = [
  [1, -1, 'mo'],
  [2, -2, 'mo'],
  [2, -2, 'mo'],
  [3, 3, 'mo'],
]

describe('anomalies of an earlier version', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  /** Puts the database back to what the versions before keys left, and lets the migrations of this one run over it. */
  const migrateFromBefore = async () => {
    const { pool } = app.environment.store
    const { rows: found } = await pool.query<{ id: number; record: string }>(
      `select anomalies.id, record::text from anomalies join source_records on source_records.anomaly_id = anomalies.id where type = 'record' order by id`,
    )
    const seen = new Map<string, number>()
    for (const { id, record } of found) {
      const digest = hash('sha256', record).slice(0, 32)
      const ordinal = seen.get(digest) ?? 0
      seen.set(digest, ordinal + 1)
      await pool.query('update anomalies set identity = $2, row_hash = $3 where id = $1', [
        id,
        `record:${digest}:${ordinal}`,
        digest,
      ])
    }
    await pool.query(`
      alter table anomaly_status_changes drop column former_record;
      alter table anomalies drop column identity_basis_id, drop column identity_hash;
      drop table identity_bases, anomaly_absorbed_checks;
      alter table containers drop column key_fields, drop column source_key_fields, drop column source_key_origin,
        drop column identity_salt;
      alter table check_results drop column is_rolled_up;
      alter table anomaly_failed_checks drop column template;
      delete from schema_migrations where number between 55 and 59`)
    assert.ok((await migrate(pool)) > 0)
  }

  const story = async (source: Source, between: () => Promise<unknown>, content: string) => {
    await app.check(source, 'sales.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'sales.csv', { rule: 'sum', fields: ['price'], properties: { value: 7 } })
    await app.scan(source)
    const earlier = await toldAnomalies(app, source)
    assert.equal(earlier.length, 4)
    for (const { id } of earlier) await takeUp(app, id)
    await migrateFromBefore()
    await between()
    source.write({ 'sales.csv': content })
    const scan = await app.scan(source)
    assert.equal(scan.status.auto_resolved_anomaly_count, 0)
    const later = await toldAnomalies(app, source)
    assert.deepEqual(
      later.map(({ id }) => id),
      earlier.map(({ id }) => id),
    )
    for (const { id } of earlier) await assertTakenUp(app, id)
  }

  test('are found again as themselves by the values of their rows, although a column was added', async () => {
    const source = await app.source({ 'sales.csv': csv(header, rows) })
    const wider = csv(
      [...header, 'added'],
      rows.map((row) => [...row, 'new']),
    )
    await story(source, async () => app.ended(await app.trigger(source, { type: 'sync' })), wider)
  })

  test('lose the values of a field that is masked now from their messages, and have them again when it is shown', async () => {
    const odd = 'a` is not\u0000 `b'
    const source = await app.source({
      'odd.json': JSON.stringify([{ id: 1, name: odd, price: -1.5, note: 'k7q' }]),
    })
    const check = (rule: string, fields: string[], properties: object) =>
      app.check(source, 'odd.json', { rule, fields, properties })
    await check('maxLength', ['name'], { value: 2 })
    await check('equalToField', ['price'], { field_name: 'id' })
    const own = await check('maxValue', ['id'], { value: 0 })
    await app.ask('PUT', `/api/quality-checks/${own}`, { anomaly_message_field: 'note' })
    await app.scan(source)
    await migrateFromBefore()
    const messages = async () =>
      (await toldAnomalies(app, source)).flatMap(({ failed_checks }) =>
        failed_checks.map(({ message }) => message),
      )
    const before = await messages()
    assert.equal(before.length, 3)
    const setAll = async (status: string) => {
      const { body } = await app.ask(
        'GET',
        `/api/fields?datastore=${source.datastore_id}&status=active&status=masked`,
      )
      const changes = body.items.map(({ id }: { id: number }) => ({ id, status }))
      assert.equal((await app.ask('PATCH', '/api/fields', changes)).status, 200)
    }
    await setAll('masked')
    const hidden = await messages()
    assert.ok(
      hidden.every((message) => message.includes('<masked>')),
      hidden.join('\n'),
    )
    assert.doesNotMatch(hidden.join(), /k7q|1\.5|a` is/)
    await setAll('active')
    const again = await messages()
    assert.deepEqual(again.slice(1), before.slice(1))
  })

  test('are found again as themselves by keys that are set after it, although their values moved', async () => {
    const source = await app.source({ 'sales.csv': csv(header, rows) })
    const id = (await app.containers(source)).get('sales.csv')
    const moved = csv(
      header,
      rows.map(([key, price]) => [key, price, 'tu']),
    )
    await story(source, () => app.ask('PUT', `/api/containers/${id}`, { key_fields: ['id'] }), moved)
  })
})
