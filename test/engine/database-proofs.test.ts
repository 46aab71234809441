import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import type { MysqlDatabase } from '../harness/mysql-database.ts'
import { mysqlAbsence, mysqlSource } from '../harness/mysql-source.ts'
import { cases, enforced, on, primary, proofOf, statementsOf, type Case } from '../harness/proofs.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-database-proofs-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const bounds = { ...boundsIn(folder), allowed_paths: [folder] }

/** What holds on MariaDB and on MySQL. */
const ofTheFamily: Case[] = [
  [
    'NOT NULL',
    `create table t (a int not null); insert into t values (1)`,
    on('notNull', 'a'),
    enforced('a', 'NOT NULL'),
  ],
  [
    'NOT NULL of the date that is none',
    `create table t (a date not null); insert into t values ('0000-00-00')`,
    on('notNull', 'a'),
    enforced('a', 'NOT NULL'),
  ],
  [
    'a primary key',
    `create table t (a int, b decimal(5, 2), primary key (a, b)); insert into t values (1, 1), (1, 2)`,
    on('unique', 'a,b'),
    primary,
  ],
  [
    'nothing of fewer fields than a key has',
    `create table t (a int, b int, primary key (a, b)); insert into t values (1, 1), (1, 2)`,
    on('unique', 'a'),
    null,
  ],
  [
    'nothing by another key, whose writers may leave it unchecked',
    `create table t (a int unique); insert into t values (1)`,
    on('unique', 'a'),
    null,
  ],
  [
    'nothing by a key of texts',
    `create table t (a varchar(9) primary key); insert into t values ('x')`,
    on('unique', 'a'),
    null,
  ],
  [
    'nothing of other engines',
    `create table t (a int not null) engine = MyISAM; insert into t values (1)`,
    on('notNull', 'a'),
    null,
  ],
  [
    'nothing of a view',
    `create table of_view (a int not null); insert into of_view values (1); create view t as select a from of_view`,
    on('notNull', 'a'),
    null,
  ],
]
/** A writer of MariaDB turns checks off for a session; an owner of MySQL for the table. */
const uncheckedBy = {
  mariadb: `set check_constraint_checks = 0; insert into t values (-1); set check_constraint_checks = 1`,
  mysql: `alter table t alter check above not enforced; insert into t values (-1)`,
}

for (const [type, sourceOf, skip] of [
  ['mariadb', mariadbSource, mariadbAbsence],
  ['mysql', mysqlSource, mysqlAbsence],
] as const) {
  describe(`${connectors.get(type).title} proves by its constraints`, { skip }, () => {
    const given: Case[] = [
      ...ofTheFamily,
      [
        'nothing by a CHECK, which a writer may turn off',
        `create table t (a int, constraint above check (a >= 0)); ${uncheckedBy[type]}`,
        on('notNegative', 'a'),
        null,
      ],
    ]
    let source: MysqlDatabase
    let session: Session
    before(async () => {
      source = await sourceOf()
      await source.run(["set sql_mode = ''", ...statementsOf(given)])
      session = await connectors.get(type).open(source.connection, source.target, bounds)
    })
    after(async () => {
      await session.close()
      await source.close()
    })
    cases(given, () => session)

    test('nothing of a key of which the account sees a part only', async () => {
      const { username } = source.connection
      const away = `${source.target.database}_part`
      await source.run([
        `create database ${away}`,
        `create table ${away}.t (a int, b int, primary key (a, b))`,
        `insert into ${away}.t values (1, 1), (1, 2)`,
        `grant select (a) on ${away}.t to ${username}`,
      ])
      try {
        const target = { ...source.target, database: away }
        const other = await connectors.get(type).open(source.connection, target, bounds)
        try {
          assert.equal(await proofOf(other, 't', on('unique', 'a')), null)
        } finally {
          await other.close()
        }
      } finally {
        await source.run([`drop database ${away}`])
      }
    })

    test('no verdict where NOT NULL came after the snapshot of the rows', async () => {
      await source.run(['create table later (a int)', 'insert into later values (null)'])
      await session.renew?.()
      await source.run(['update later set a = 1', 'alter table later modify a int not null'])
      await assert.rejects(() => proofOf(session, 'later', on('notNull', 'a')), /definition has changed/)
      await session.renew?.()
      assert.equal(await proofOf(session, 'later', on('notNull', 'a')), enforced('a', 'NOT NULL'))
    })
  })
}

describe('SQLite proves by the number of the row alone', () => {
  const given: Case[] = [
    [
      'that it is there',
      `create table t (a integer primary key); insert into t values (null), (null)`,
      on('notNull', 'a'),
      enforced('a', 'NOT NULL'),
    ],
    [
      'that it is there once',
      `create table t (a integer primary key, b int); insert into t values (1, 1), (2, 1)`,
      on('unique', 'a,b'),
      primary,
    ],
    [
      'nothing of a primary key that is not the number of the row',
      `create table t (a integer primary key desc); insert into t values (null), (null)`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing of a part of a primary key',
      `create table t (a integer, b int, primary key (a, b)); insert into t values (null, 1), (null, 1)`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing by a CHECK, which a writer may turn off',
      `create table t (a int check (a >= 0)); pragma ignore_check_constraints = 1; insert into t values (-1)`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing by an index that tells apart texts which the column takes for equal',
      `create table t (a text collate nocase); create unique index fine on t (a collate binary); insert into t values ('x'), ('X')`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing of times, which can be written in several ways',
      `create table t (a datetime unique); insert into t values ('2024-01-01'), ('2024-01-01 00:00:00')`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing of a view',
      `create table of_view (a integer primary key); insert into of_view values (1); create view t as select a from of_view`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing by NOT NULL, which somebody may have written into the schema',
      `create table t (a int); insert into t values (null); pragma writable_schema = 1; update sqlite_schema set sql = replace(sql, 'a int', 'a int not null') where name = 't'`,
      on('notNull', 'a'),
      null,
    ],
  ]
  let session: Session
  before(async () => {
    const uri = join(folder, 'proofs.db')
    const database = new DatabaseSync(uri, { defensive: false })
    for (const statement of statementsOf(given)) database.exec(statement)
    database.close()
    session = await connectors
      .get('sqlite')
      .open({ uri }, { database: null, schema: null, root_path: null }, bounds)
  })
  after(() => session.close())
  cases(given, () => session)
})
