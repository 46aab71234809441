import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated, recorded } from '../harness/engine.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { tableNamed } from '../harness/example-tables.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import {
  cases,
  enforced,
  on,
  primary,
  proofOf,
  provenBy,
  statementsOf,
  type Case,
} from '../harness/proofs.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-database-proofs-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const bounds = { ...boundsIn(folder), allowed_paths: [folder] }

describe('PostgreSQL proves by its constraints', () => {
  const given: Case[] = [
    [
      'NOT NULL',
      `create table t (a int not null); insert into t values (1)`,
      on('notNull', 'a'),
      enforced('a', 'NOT NULL'),
    ],
    [
      'nothing of a field that may be NULL',
      `create table t (a int); insert into t values (1)`,
      on('notNull', 'a'),
      null,
    ],
    [
      'two fields that are NOT NULL',
      `create table t (a int not null, b text not null); insert into t values (1, 'x')`,
      on('notNull', 'a,b'),
      provenBy(
        'what the database enforces on `a` (NOT NULL) and what the database enforces on `b` (NOT NULL)',
      ),
    ],
    [
      'nothing of two fields of which one may be NULL',
      `create table t (a int not null, b text); insert into t values (1, 'x')`,
      on('notNull', 'a,b'),
      null,
    ],
    [
      'a CHECK that a value is there',
      `create table t (a int constraint given check (a is not null and a > 3)); insert into t values (4)`,
      on('notNull', 'a'),
      enforced('a', 'CHECK "given"'),
    ],
    [
      'nothing by a CHECK that NULL passes',
      `create table t (a int check (a > 0)); insert into t values (null), (1)`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing by a CHECK of a value or another condition',
      `create table t (a int check (a is not null or a > 0)); insert into t values (null), (1)`,
      on('notNull', 'a'),
      null,
    ],
    [
      'bounds of whole numbers',
      `create table t (a int constraint age check (a between 0 and 120)); insert into t values (0), (120), (null)`,
      on('between', 'a', { min: 0, max: 120 }),
      enforced('a', 'CHECK "age"'),
    ],
    [
      'that above 0 is from 1, of whole numbers',
      `create table t (a bigint constraint up check (0 < a)); insert into t values (1)`,
      on('minValue', 'a', { value: 1 }),
      enforced('a', 'CHECK "up"'),
    ],
    [
      'that above 0 is not 0, of decimals',
      `create table t (a numeric(9, 2) constraint up check (a > 0)); insert into t values (0.01)`,
      on('positive', 'a'),
      enforced('a', 'CHECK "up"'),
    ],
    [
      'nothing above its bound',
      `create table t (a numeric(9, 2) check (a > 0)); insert into t values (0.01)`,
      on('minValue', 'a', { value: '0.01' }),
      null,
    ],
    [
      'a bound with a sign and a fraction',
      `create table t (a numeric constraint low check (a >= -1.5)); insert into t values (-1.5), ('NaN')`,
      on('minValue', 'a', { value: '-1.5' }),
      enforced('a', 'CHECK "low"'),
    ],
    [
      'nothing of an upper bound where NaN passes',
      `create table t (a numeric check (a >= 0)); insert into t values ('NaN')`,
      on('maxValue', 'a', { value: 9 }),
      null,
    ],
    [
      'days',
      `create table t (a date constraint young check (a >= '2000-01-01')); insert into t values ('2000-01-01'), ('infinity')`,
      on('afterDateTime', 'a', { datetime: '1999-12-31T00:00:00Z' }),
      enforced('a', 'CHECK "young"'),
    ],
    [
      'times of a zone',
      `create table t (a timestamptz constraint young check (a >= '2000-01-01 02:00+02')); insert into t values ('2000-01-01 00:00+00')`,
      on('afterDateTime', 'a', { datetime: '1999-12-31T23:59:59.999Z' }),
      enforced('a', 'CHECK "young"'),
    ],
    [
      'a list of texts',
      `create table t (a varchar(9) constraint known check (a in ('x', 'it''s'))); insert into t values ('x'), (null)`,
      on('expectedValues', 'a', { list: ["it's", 'x', 'y'] }),
      enforced('a', 'CHECK "known"'),
    ],
    [
      'nothing by a list with more texts',
      `create table t (a text check (a in ('x', 'y', 'z'))); insert into t values ('x')`,
      on('expectedValues', 'a', { list: ['x', 'y'] }),
      null,
    ],
    [
      'nothing by texts of a collation that takes letter cases for equal',
      `create collation nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false); create table t (a text collate nocase check (a in ('x'))); insert into t values ('X')`,
      on('expectedValues', 'a', { list: ['x'] }),
      null,
    ],
    [
      'nothing by a constraint that old rows need not meet',
      `create table t (a int); insert into t values (-1); alter table t add check (a >= 0) not valid`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing by a constraint that is not enforced',
      `create table t (a int check (a >= 0) not enforced); insert into t values (-1)`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing by NOT NULL that old rows need not meet',
      `create table t (a int); insert into t values (null); alter table t add constraint given not null a not valid`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing by an operator of somebody else',
      `create function loose(numeric, int) returns bool immutable language sql as 'select true'; create operator >= (leftarg = numeric, rightarg = int, function = loose); create table t (a numeric check (a >= 0)); insert into t values (-1)`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing by a function',
      `create table t (a int check (abs(a) >= 0)); insert into t values (-1)`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing by two columns beside each other',
      `create table t (a int, b int, check (a >= 0 or b >= 0)); insert into t values (-1, 1)`,
      on('notNegative', 'a'),
      null,
    ],
    [
      'nothing of floats',
      `create table t (a real check (a <= 0.5)); insert into t values (0.5)`,
      on('maxValue', 'a', { value: 0.5 }),
      null,
    ],
    [
      'nothing by a rounded constant',
      `create table t (a int check (a >= 0.6::int)); insert into t values (1)`,
      on('minValue', 'a', { value: 1 }),
      null,
    ],
    [
      'a name that must be quoted',
      `create table t ("A, ""b"" and 1" int constraint "x and y" check ("A, ""b"" and 1" >= 0)); insert into t values (1)`,
      { ...on('notNegative', 'a'), fields: ['A, "b" and 1'] },
      enforced('A, "b" and 1', 'CHECK "x and y"'),
    ],
    [
      'a primary key',
      `create table t (a int primary key); insert into t values (1), (2)`,
      on('unique', 'a'),
      primary,
    ],
    [
      'more fields than a key has',
      `create table t (a int, b int, primary key (b)); insert into t values (1, 1), (1, 2)`,
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
      'a unique key, whose NULLs are not equal',
      `create table t (a int constraint one unique); insert into t values (1), (null), (null)`,
      on('unique', 'a'),
      provenBy('the unique key "one" of the table'),
    ],
    [
      'a unique key without two NULLs',
      `create table t (a int constraint few unique nulls not distinct); insert into t values (1), (null)`,
      on('unique', 'a'),
      provenBy('the unique key "few" of the table'),
    ],
    [
      'nothing by a key that is checked later',
      `create table t (a int unique deferrable initially deferred); insert into t values (1)`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by an index of some rows',
      `create table t (a int); create unique index on t (a) where a > 1; insert into t values (1), (1)`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by an index of an expression',
      `create table t (a int); create unique index on t ((a + 0)); insert into t values (1)`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by an index of a column and an expression, which the column alone may repeat',
      `create table t (a int, b int); create unique index on t (a, (b + 0)); insert into t values (1, 1), (1, 2)`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by columns that an index only carries',
      `create table t (a int, b int); create unique index on t (a) include (b); insert into t values (1, 1), (2, 1)`,
      on('unique', 'b'),
      null,
    ],
    [
      'texts in the order of their bytes',
      `create table t (a text collate "C" primary key); insert into t values ('x'), ('X')`,
      on('unique', 'a'),
      primary,
    ],
    [
      'nothing of texts in an order of the system, which its libraries may change',
      `create table t (a text primary key); insert into t values ('x')`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by an index in another order than that of its column',
      `create table t (a text collate "C"); create unique index on t (a collate "und-x-icu"); insert into t values ('x')`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by an index with operators of its own for texts',
      `create table t (a text collate "C"); create unique index on t (a text_pattern_ops); insert into t values ('x')`,
      on('unique', 'a'),
      null,
    ],
    [
      'nothing by a key without overlaps',
      `create table t (a int4range, b int4range, primary key (a, b without overlaps)); insert into t values ('[1,2)', '[1,2)')`,
      on('unique', 'a,b'),
      null,
    ],
    [
      'nothing of a view',
      `create table of_view (a int not null); insert into of_view values (1); create view t as select a from of_view`,
      on('notNull', 'a'),
      null,
    ],
    [
      'nothing of a table with heirs, which may have what they like',
      `create table t (a int primary key); create table heir () inherits (t); insert into t values (1); insert into heir values (1)`,
      on('unique', 'a'),
      null,
    ],
    [
      'a partitioned table',
      `create table t (a int primary key, b int not null check (b > 0)) partition by range (a); create table part partition of t for values from (0) to (9); insert into t values (1, 1)`,
      on('unique', 'a'),
      primary,
    ],
    [
      'nothing of a partition on another server',
      `create extension file_fdw; create server other foreign data wrapper file_fdw; create table t (a int not null) partition by range (a); create foreign table away partition of t for values from (0) to (9) server other options (program 'echo', format 'csv')`,
      on('notNull', 'a'),
      null,
    ],
  ]
  let source: PostgresSource
  let session: Session
  before(async () => {
    source = await postgresSource()
    await onServer(source.url, statementsOf(given))
    session = await connectors.get('postgresql').open(source.connection, source.target, bounds)
  })
  after(async () => {
    await session.close()
    await source.close()
  })
  cases(given, () => session)

  test('without a statement for a key, and by a counting one that names no column', async () => {
    await onServer(source.url, ['create table counted (a int primary key)', 'insert into counted values (1)'])
    await session.renew?.()
    const asked = recorded(session)
    const { guarantees, keys } = session
    assert.ok(guarantees && keys)
    asked.guarantees = (...given) => guarantees.apply(session, given)
    asked.keys = (...given) => keys.apply(session, given)
    const store = { session, container: tableNamed, close: async () => undefined }
    await evaluated(store, 'counted', [on('notNull', 'a'), on('unique', 'a')], {}, asked)
    assert.equal(asked.statements.length, 1)
    assert.match(asked.statements[0] ?? '', /^select count\(\*\) as "m0" from/)
  })

  test('as the constraints were in the snapshot of the rows', async () => {
    await onServer(source.url, ['create table later (a int)', 'insert into later values (null)'])
    await session.renew?.()
    await onServer(source.url, ['update later set a = 1', 'alter table later alter a set not null'])
    assert.equal(await proofOf(session, 'later', on('notNull', 'a')), null)
    await session.renew?.()
    assert.equal(await proofOf(session, 'later', on('notNull', 'a')), enforced('a', 'NOT NULL'))
  })
})
