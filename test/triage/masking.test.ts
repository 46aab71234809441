import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockFindings } from '../../src/store/identities.ts'
import type { Queryable } from '../../src/store/pool.ts'
import { recordsOfAnomaly, toldAnomalies } from '../harness/triage-stories.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Two values that stand nowhere but in the masked field; each fails its check. */
const secretsOf = (story: string) => [`k7q-${story}-one`, `k7q-${story}-two`] as const
const contentOf = (story: string) => {
  const [one, two] = secretsOf(story)
  return `id,name,price\n1,${one},-1\n2,${two},2\n3,ok,870411\n`
}

/** What the service keeps of rows as they are: shown through the one place that masks, or by an audited reveal. */
const truth = new Set(['source_records.record', 'anomaly_status_changes.former_record'])

describe('masking a field whose values were found before', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  /** Where the state holds one of these texts, as table.column, beside the rows themselves. */
  const placesOf = async (texts: readonly string[], service = app): Promise<string[]> => {
    const { pool } = service.environment.store
    const { rows } = await pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
    )
    const found: string[] = []
    for (const { table_name: table, column_name: column } of rows) {
      if (truth.has(`${table}.${column}`)) continue
      for (const text of texts) {
        const { rowCount } = await pool.query(
          `select from "${table}" where position($1 in "${column}"::text) > 0`,
          [text],
        )
        if (rowCount) found.push(`${table}.${column}: ${text}`)
      }
    }
    return found
  }
  const setStatus = async (source: Source, name: string, status: 'masked' | 'active') => {
    const { body } = await app.ask(
      'GET',
      `/api/fields?datastore=${source.datastore_id}&name=${name}&status=active&status=masked`,
    )
    assert.equal((await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status })).status, 200)
  }
  const messages = async (source: Source) =>
    (await toldAnomalies(app, source)).map(({ message }) => message).sort()

  test('takes them out of every message, archived ones too, and showing the field again brings them back', async () => {
    const source = await app.source({ 'people.csv': contentOf('messages') })
    await app.check(source, 'people.csv', { rule: 'maxLength', fields: ['name'], properties: { value: 5 } })
    const own = await app.check(source, 'people.csv', { rule: 'notNegative', fields: ['price'] })
    await app.ask('PUT', `/api/quality-checks/${own}`, { anomaly_message_field: 'name' })
    await app.scan(source)
    const found = await toldAnomalies(app, source)
    const shown = await messages(source)
    assert.ok((await placesOf(secretsOf('messages'))).length > 0)
    await app.ask('DELETE', `/api/anomalies/${found[0]?.id}?status=Invalid`)

    await setStatus(source, 'name', 'masked')
    assert.deepEqual(await placesOf(secretsOf('messages')), [])
    const hidden = await messages(source)
    assert.ok(
      hidden.every((message) => message.includes('<masked>')),
      hidden.join('\n'),
    )
    const [first] = found
    assert.ok(first)
    assert.equal(JSON.stringify(await recordsOfAnomaly(app, first.id)).includes('k7q'), false)
    const revealed = await recordsOfAnomaly(app, first.id, '&include_masked=true')
    assert.match(JSON.stringify(revealed), /k7q-messages/)

    await setStatus(source, 'name', 'active')
    assert.deepEqual(await messages(source), shown)
  })

  test('takes what was measured in it out of messages', async () => {
    const source = await app.source({ 'people.csv': contentOf('sums') })
    await app.check(source, 'people.csv', { rule: 'sum', fields: ['price'], properties: { value: 7 } })
    await app.scan(source)
    assert.ok((await messages(source)).some((message) => message.includes('870412')))
    await setStatus(source, 'price', 'masked')
    const places = await placesOf(['870412'])
    assert.deepEqual(
      places.filter((place) => !place.startsWith('partition_scans.totals')),
      [],
    )
    assert.match((await messages(source)).join(), /withheld/)
  })

  test('takes what a source said of a value out of verdicts, of the run and of its log', async () => {
    const source = await app.source({ 'people.csv': contentOf('reasons') })
    await app.check(source, 'people.csv', {
      rule: 'satisfiesExpression',
      properties: { expression: `case when id > 0 then cast(name as integer) end = 1` },
      status: 'Active',
    })
    await app.scan(source)
    const before = await placesOf(secretsOf('reasons'))
    assert.ok(
      before.some((place) => place.startsWith('operation_logs.message')),
      before.join('\n'),
    )
    await setStatus(source, 'name', 'masked')
    assert.deepEqual(await placesOf(secretsOf('reasons')), [])
  })

  test('takes it out of the log of a profile that could not measure the field', async () => {
    const uri = join(app.folder, 'remarks.db')
    const [secret] = secretsOf('remarks')
    const database = new DatabaseSync(uri)
    database.exec(
      `create table people (id integer, pin integer); insert into people values (1, '${secret}'), (2, 2)`,
    )
    database.close()
    const connection = { name: 'remarks', type: 'sqlite', uri }
    const { body } = await app.ask('POST', '/api/datastores', { name: 'remarks', connection })
    const source: Source = {
      datastore_id: body.id,
      folder: app.folder,
      write: () => undefined,
      remove: () => undefined,
    }
    for (const type of ['sync', 'profile']) await app.ended(await app.trigger(source, { type }))
    const before = await placesOf([secret])
    assert.ok(before.includes(`operation_logs.message: ${secret}`), before.join('\n'))
    await setStatus(source, 'pin', 'masked')
    assert.deepEqual(await placesOf([secret]), [])
  })

  test('keeps a value that does not fit its type out of the reason why a scan fails, which still says where it stands', async () => {
    const good = 'id,pin\n1,1234\n2,2345\n'
    const bad = 'id,pin\n1,1234\n2,k7q-misfit\n'
    const source = await app.source({ 'pins.csv': good, 'day_1.csv': good, 'day_2.csv': good })
    await app.check(source, 'pins.csv', { rule: 'notNegative', fields: ['pin'] })
    await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['pin'] })
    const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=pin`)
    for (const { id } of body.items)
      assert.equal((await app.ask('PUT', `/api/fields/${id}`, { status: 'masked' })).status, 200)
    source.write({ 'pins.csv': bad, 'day_2.csv': bad })
    const scan = await app.scan(source)
    assert.equal(scan.result, 'failure')
    assert.match(scan.message, /The file "pins\.csv", line 3, cannot be read; the reason is withheld/)
    assert.match(scan.message, /The file "day_2\.csv", line 3, cannot be read; the reason is withheld/)
    assert.deepEqual(await placesOf(['k7q-misfit']), [])
  })

  test('also takes them out of why a sync cannot read a file that it had read before', async () => {
    const quiet = await startWorkingApp({ workers: 0 })
    try {
      const good = 'id,pin\n1,1234\n2,2345\n'
      const source = await quiet.source({ 'pins.csv': good, 'z.csv': good })
      await quiet.check(source, 'pins.csv', { rule: 'notNegative', fields: ['pin'] })
      const { body } = await quiet.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=pin`)
      const pins = (await quiet.containers(source)).get('pins.csv')
      const pin = body.items.find(({ container }: { container: { id: number } }) => container.id === pins)
      const secret = 'k7q-sync-race'
      source.write({ 'pins.csv': `id,pin\n1,1234\n2,${secret}\n`, 'z.csv': good })
      const later = (await quiet.containers(source)).get('z.csv') ?? 0
      const { database } = quiet.environment.store
      const run = await quiet.trigger(source, { type: 'sync' })
      const { step } = await database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('containers').select('id').where('id', '=', later).forUpdate().execute()
        const step = quiet.step()
        await untilSomebodyWaits(database, 'transactionid')
        assert.equal((await quiet.ask('PUT', `/api/fields/${pin.id}`, { status: 'masked' })).status, 200)
        return { step }
      })
      assert.equal(await step, 'plan')
      const { body: ended } = await quiet.ask('GET', `/api/operations/${run}`)
      assert.equal(ended.result, 'failure')
      assert.match(ended.message, /withheld/)
      assert.deepEqual(await placesOf([secret], quiet), [])
    } finally {
      await quiet.close()
    }
  })

  test('also takes them out of what a scan writes that had read the rows before', async () => {
    const quiet = await startWorkingApp({ workers: 0 })
    try {
      const source = await quiet.source({ 'people.csv': contentOf('race') })
      await quiet.check(source, 'people.csv', {
        rule: 'maxLength',
        fields: ['name'],
        properties: { value: 5 },
      })
      const container = (await quiet.containers(source)).get('people.csv') ?? 0
      const { database } = quiet.environment.store
      await quiet.trigger(source, { type: 'scan' })
      assert.equal(await quiet.step(), 'plan')
      const scanned = await database.transaction().execute(async (transaction) => {
        await lockFindings(transaction, container)
        const step = quiet.step()
        await untilSomebodyWaits(database)
        await transaction
          .updateTable('fields')
          .set({ status: 'masked' })
          .where('container_id', '=', container)
          .where('name', '=', 'name')
          .execute()
        return { step }
      })
      assert.equal(await scanned.step, 'container')
      assert.equal((await toldAnomalies(quiet, source)).length, 2)
      assert.deepEqual(await placesOf(secretsOf('race'), quiet), [])
    } finally {
      await quiet.close()
    }
  })
})

/** Until a statement waits for such a lock (default: an advisory one). */
async function untilSomebodyWaits(database: Queryable, kind = 'advisory'): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
      where locktype = ${kind} and not granted and datname = current_database()`.execute(database)
    if (rows.length > 0) return
    await delay(10)
  }
}
