import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'

const nowhere = { database: null, schema: null, root_path: null }

/** What tells a table of each kind: `id` is the number of a row, or only a key, or a column like another. */
const kinds = {
  numbered: 'create table T (id integer primary key, n integer)',
  keyed: 'create table T (id integer primary key, n integer) without rowid',
  viewed: 'create view T as select 1 as id, 2 as n',
}

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kinds-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

function write(uri: string, ...statements: string[]): void {
  const database = new DatabaseSync(uri)
  for (const statement of statements) database.exec(statement)
  database.close()
}

const newFile = (name: string, kind: keyof typeof kinds): string => {
  const uri = join(folder, name)
  write(uri, 'create table other (id integer)', kinds[kind])
  return uri
}

const open = (uri: string): Promise<Session> =>
  connectors.get('sqlite').open({ uri }, nowhere, {
    memory_mb: 128,
    scratch_folder: folder,
    allowed_paths: [folder],
    statement_timeout_seconds: 60,
    signal: new AbortController().signal,
  })

const container = (name: string) => ({ name, container_type: 'table', file_options: {} }) as const

/** What is seen of the table in a new snapshot. */
async function look(session: Session, name = 'T') {
  await session.renew?.(container(name))
  const { fields } = await session.describe(container(name))
  const keys = await session.keys?.(container(name), fields)
  return {
    present: fields.filter(({ nullable }) => !nullable).map((field) => field.name),
    keys: keys?.length,
  }
}

const seen = {
  numbered: { present: ['id'], keys: 1 },
  keyed: { present: ['id'], keys: 0 },
  viewed: { present: [], keys: 0 },
}

describe('a session that looks at one table of SQLite after the other', () => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    test(`sees a ${kind} one as the first and as the last of them the same`, async () => {
      const session = await open(newFile(`${kind}.db`, kind))
      try {
        for (let times = 0; times < 4; times++) assert.deepEqual(await look(session), seen[kind])
        await look(session, 'other')
        assert.deepEqual(await look(session), seen[kind])
        await assert.rejects(() => look(session, 't'), /"t" is not found/, 'names are told by their letters')
      } finally {
        await session.close()
      }
    })
  }

  test('sees a table that was made anew as another kind, also through a log beside the file', async () => {
    const uri = newFile('changed.db', 'numbered')
    write(uri, 'pragma journal_mode = wal')
    // Another reader keeps the log from being written into the file.
    const reader = new DatabaseSync(uri)
    reader.exec('begin; select * from other')
    reader.prepare('select count(*) from other').get()
    const session = await open(uri)
    try {
      for (let times = 0; times < 3; times++) assert.deepEqual(await look(session), seen.numbered)
      write(uri, 'drop table T', kinds.viewed)
      for (let times = 0; times < 3; times++) assert.deepEqual(await look(session), seen.viewed)
      write(uri, 'drop view T')
      await assert.rejects(() => look(session), /"T" is not found/)
    } finally {
      reader.close()
      await session.close()
    }
  })

  test('sees the tables of another file in its place, however alike it is', async () => {
    const uri = newFile('replaced.db', 'numbered')
    const session = await open(uri)
    try {
      for (let times = 0; times < 3; times++) assert.deepEqual(await look(session), seen.numbered)
      const next = join(folder, 'next.db')
      // Its schema has as many versions.
      write(next, 'create table other (id integer)', 'create table U (id integer primary key, n integer)')
      renameSync(next, uri)
      assert.deepEqual(await look(session, 'U'), seen.numbered)
      await assert.rejects(() => look(session), /"T" is not found/)
    } finally {
      await session.close()
    }
  })
})
