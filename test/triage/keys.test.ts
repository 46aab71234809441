import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { tableStores } from '../harness/table-stores.ts'
import { tablesIn } from '../harness/triage-stories.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const tables = [
  'create table by_primary (n integer not null, id integer primary key, u integer not null unique)',
  'create table by_two (b integer not null, a integer not null, v integer, primary key (a, b))',
  'create table by_unique (v integer, code integer not null, other integer, unique (code), unique (other))',
  'create table by_shorter (a integer not null, b integer not null, c integer not null, unique (a, b), unique (c))',
  'create table by_nullable (code integer, v integer, unique (code))',
  'create table by_nothing (v integer)',
  'create view of_primary as select * from by_primary',
]

describe('the key by which rows are recognised', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  const keysOf = async ({ datastore_id }: Source): Promise<Record<string, unknown>> => {
    const { body } = await app.ask('GET', `/api/containers?datastore=${datastore_id}`)
    type Row = { name: string; key_fields: string[]; key_fields_origin: string | null }
    return Object.fromEntries(
      body.items.map((row: Row) => [row.name, [row.key_fields, row.key_fields_origin]]),
    )
  }

  for (const type of Object.keys(tableStores)) {
    test(
      `is what the database declares, in ${type}`,
      { skip: type === 'mariadb' && mariadbAbsence },
      async () => {
        const { source, store, sync } = await tablesIn(app, type, tables)
        try {
          assert.deepEqual(await keysOf(source), {
            by_primary: [['id'], 'primary_key'],
            by_two: [['a', 'b'], 'primary_key'],
            by_unique: [['code'], 'unique_key'],
            by_shorter: [['c'], 'unique_key'],
            by_nullable: [[], null],
            by_nothing: [[], null],
            of_primary: [[], null],
          })
          await store.run([
            'drop table by_two',
            'create table by_two (b integer not null, a integer not null)',
          ])
          await sync()
          assert.deepEqual((await keysOf(source))['by_two'], [[], null])
        } finally {
          await store.close()
        }
      },
    )
  }

  test('that people set goes before it, and sending back what was read sets nothing', async () => {
    const { source, sync } = await tablesIn(app, 'sqlite', [
      'create table own (id integer primary key, region text, v integer)',
    ])
    const id = (await app.containers(source)).get('own')
    const change = async (key_fields: string[] | null) => {
      const { status, body } = await app.ask('PUT', `/api/containers/${id}`, { key_fields })
      assert.equal(status, 200, JSON.stringify(body))
      return [body.key_fields, body.key_fields_origin]
    }
    const { body: read } = await app.ask('GET', `/api/containers/${id}`)
    assert.equal((await app.ask('PUT', `/api/containers/${id}`, read)).status, 200)
    assert.deepEqual((await keysOf(source))['own'], [['id'], 'primary_key'])
    assert.deepEqual(await change(['region', 'v']), [['region', 'v'], 'set'])
    await sync()
    assert.deepEqual((await keysOf(source))['own'], [['region', 'v'], 'set'])
    assert.deepEqual(await change([]), [[], 'set'])
    assert.deepEqual(await change(null), [['id'], 'primary_key'])
  })

  test('can only be of fields that the container has, each once', async () => {
    const source = await app.source({ 'sales.csv': 'id,price\n1,2\n' })
    const id = (await app.containers(source)).get('sales.csv')
    const refusal = async (key_fields: string[]) => {
      const { status, body } = await app.ask('PUT', `/api/containers/${id}`, { key_fields })
      assert.equal(status, 422)
      return body.detail[0].msg
    }
    assert.match(await refusal(['id', 'nosuch']), /no field called "nosuch"/)
    assert.match(await refusal(['id', 'id']), /named twice/)
  })
})
