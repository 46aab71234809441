import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { connectors } from '../../src/connectors/registry.ts'
import type { Rows, Session } from '../../src/connectors/connector.ts'
import { MetTypes } from '../../src/connectors/postgresql/server-types.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-types-'))
let source: PostgresSource
before(async () => {
  source = await postgresSource()
  await onServer(source.url, [
    'create domain price as numeric(9, 2)',
    `create type mood as enum ('glad')`,
    'create table odd (p price, m mood, moods mood[], prices price[], b bit(3), boxes box[], r int4range)',
    `insert into odd select 1.50, 'glad', '{glad}', '{2.25}', b'101', '{(1,1),(0,0);(2,2),(1,1)}', '[1,3)' from generate_series(1, 2)`,
  ])
})
after(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

async function inSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
  const session = await connectors.get('postgresql').open(source.connection, source.target, boundsIn(folder))
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

test('the types that a session knows without asking are those of the server', async () => {
  const client = new Client({ connectionString: source.url })
  await client.connect()
  try {
    for (const [oid, known] of new MetTypes().known) {
      const { rows } = await client.query(
        `select typname as name, typcategory as category, nullif(typelem, 0)::int as element, typdelim as delimiter, -1 as modifier
         from pg_type where oid = $1 and typtype = 'b'`,
        [oid],
      )
      assert.deepEqual(rows, [known])
    }
  } finally {
    await client.end()
  }
})

const sql = 'select p, m, moods, prices, b, boxes, r from odd'
const shown = [
  [1.5, 'glad', ['glad'], [2.25], '101', ['(1,1),(0,0)', '(2,2),(1,1)'], '[1,3)'],
  ['String', 'Array'],
]
const asShown = ({ columns, rows }: Rows): unknown => [
  JSON.parse(JSON.stringify(rows[0])),
  columns.slice(1, 3).map(({ type }) => type),
]

test('values of types that a session meets for the first time are read as those that it knows', async () => {
  const whole = await inSession((session) => session.query({ sql, parameters: [] }))
  assert.equal(whole.rows.length, 2)
  const streamed = await inSession((session) => Array.fromAsync(session.stream({ sql, parameters: [] })))
  assert.deepEqual(streamed, [whole])
  const again = await inSession(async (session) => {
    await session.describe({ name: 'odd', container_type: 'table', file_options: {} })
    return session.query({ sql, parameters: [] })
  })
  assert.deepEqual(again, whole)
  assert.deepEqual(asShown(whole), shown)
})
