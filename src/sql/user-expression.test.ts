import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import * as fc from 'fast-check'
import type { Dialect } from './dialect.ts'
import { duckdb } from './dialects/duckdb.dialect.ts'
import { mariadb } from './dialects/mariadb.dialect.ts'
import { mysql } from './dialects/mysql.dialect.ts'
import { postgresql } from './dialects/postgresql.dialect.ts'
import { redshift } from './dialects/redshift.dialect.ts'
import { sqlite } from './dialects/sqlite.dialect.ts'
import { bindVariables, checkUserExpression, variablesIn } from './user-expression.ts'

const engines = [duckdb, postgresql, sqlite, mysql, mariadb]
const names = engines.map(({ name }) => name)

/** Texts that are one expression, by the engines that take them so. */
const harmless: [string, string[]?][] = [
  ['a > 1'],
  ['a in (1, 2) and not (b between 3 and 4)'],
  ["name = 'O''Brien; --'"],
  ["name = ')'"],
  ['"odd;name" = 1', ['duckdb', 'postgresql', 'sqlite']],
  ['"quote""d)" = 1', ['duckdb', 'postgresql', 'sqlite']],
  ['`odd;name` = 1', ['sqlite', 'mysql', 'mariadb']],
  ["[it's; odd] = 1", ['sqlite']],
  ["a = 1 -- it's the end; (", ['duckdb', 'postgresql', 'sqlite']],
  ["a = /* ; ( ' */ 1"],
  ['a = /* outer /* inner ; */ ( */ 1', ['duckdb', 'postgresql']],
  ["a = $$it's; ($$", ['duckdb', 'postgresql']],
  ['a = $x$ $$ ; $y$ ( $x$', ['duckdb', 'postgresql']],
  ["a = E'it\\'s; ('", ['duckdb', 'postgresql']],
  ["a = 'it\\'s; ('", ['mysql', 'mariadb']],
  ["a = '\\'", ['duckdb', 'postgresql', 'sqlite']],
  ['a = 5--1', ['mysql', 'mariadb']],
  ["tags[1] = 2 and {'k': 1}.k = 1", ['duckdb']],
  ["exists (select 1 from t where t.x = 'y')"],
  ["day >= {{ since }} and größe <> 'ß'"],
  ["cast(a as date) = date '2024-02-29'"],
  ['a::int = 1', ['duckdb', 'postgresql']],
  ["data ? 'key'", ['postgresql']],
  ['a * b > 2*-c and (a)*(b) = 1.5 * 2'],
  ['(select count(*) from t) = 3 and count ( * ) > 1'],
  ['exists (select * from t where t.x = 1)'],
  ['columns > 1 and "columns" = unpack and name = \'*\'', ['duckdb', 'postgresql', 'sqlite']],
  ['a ** 2 > 1', ['duckdb']],
  ["name = 'into outfile' and `into` = 1 and into_date > sleep", ['mysql', 'mariadb']],
  ['exists (select 1 from information_schema.tables where for_update = 1)', ['mysql', 'mariadb']],
]

/** Expressions for several columns. */
const columnLists: [string, string[]?][] = [
  ["columns(['id', 'x', 'y']) > 0"],
  ['COLUMNS (*) > 0'],
  ['"columns"(*) > 0', ['duckdb', 'postgresql', 'sqlite']],
  ["coalesce(*columns('x.*'), 1) > 0"],
  ['unpack(columns(*)) > 0'],
  ['*'],
  ['t.*'],
  ['(s).* is null'],
  ['s.* > 0'],
  ['* exclude (a) > 0'],
  ['a > 0 and * is not null'],
  ['concat(a, *) = 1'],
  ['struct_pack(*) is null'],
  ['(select * from t) = 1'],
  ['(select distinct * from t) = 1'],
  ['(select t.* from t) = 1'],
  ['a in (select *, 1 from t)'],
  ['coalesce(* exclude (a)) > 0'],
  ['a * '],
  ['sum(*) > 1'],
]

/** Texts that end the statement, reach out of their parentheses, hide something, or are not one expression. */
const hostile: [string, string[]?][] = [
  [''],
  ['   \n\t'],
  ['where'],
  ['WHERE  '],
  ['-- nothing'],
  ['/* nothing */'],
  ['a = 1;'],
  ['a = 1; drop table t'],
  ['a = 1; --'],
  ['a = 1) or (1 = 1'],
  ['a = 1)) or ((1 = 1'],
  [')('],
  ['(a = 1'],
  ['a = 1)'],
  ['(a = 1]'],
  ['tags[1', ['duckdb', 'postgresql']],
  ['tags[1)', ['duckdb', 'postgresql']],
  ["a = 'x"],
  ["a = 'x''"],
  ["a = 'x' 'y'"],
  ["a = 'x'\n'y'"],
  ["a = 'x' /* between */ 'y'"],
  ['a = "x'],
  ['a = `x', ['sqlite', 'mysql', 'mariadb']],
  ['a = [x', ['duckdb', 'postgresql', 'sqlite']],
  ['a = 1 /* open'],
  ['a = /* outer /* inner */ 1', ['duckdb', 'postgresql']],
  ['a = /* outer /* inner */ ; */ 1', ['sqlite', 'mysql', 'mariadb']],
  ['a = $$open', ['duckdb', 'postgresql']],
  ['a = $x$ text $y$', ['duckdb', 'postgresql']],
  ['a = $$text$$; drop table t', ['duckdb', 'postgresql']],
  ['a$$ ; drop table t; $$'],
  ["a = E'it\\'; drop table t; --'; ", ['duckdb', 'postgresql']],
  ["a = 'x\\'; drop table t --'", ['duckdb', 'postgresql', 'sqlite']],
  ["a = 'x\\' or b = '; drop table t", ['mysql', 'mariadb']],
  ["a = E'x\\' or b = '; drop table t", ['duckdb', 'postgresql']],
  ["value_e'\\'; drop table t --'", ['duckdb', 'postgresql', 'sqlite']],
  ["a\u00a0e'a\\'' ; '"],
  ["E'a'\n'\\' ; drop table t --'", ['duckdb', 'postgresql']],
  ["1e'\\''; drop table t", ['duckdb', 'postgresql']],
  ['a = "x\\" or b = "; drop table t', ['mysql', 'mariadb']],
  ['a = 1 # ; comment\n; drop table t'],
  ['a = 5 --1\r; drop table t', ['duckdb', 'postgresql', 'sqlite']],
  ['a = 5 -- 1\r; drop table t'],
  ['a = 1 --1; drop table t', ['mysql', 'mariadb']],
  ['a = 1 /*! ; drop table t */', ['mysql', 'mariadb']],
  ['a = 1 /*M! or sleep(5) */', ['mysql', 'mariadb']],
  ['a = 1\0'],
  ["a = 'x\0y'"],
  ['a = 1, b = 2'],
  ['a, b'],
  ['a\u2028= 1'],
  ['a\u200b = 1'],
  ['a = $1', ['duckdb', 'postgresql']],
  ['a = ?', ['duckdb', 'sqlite', 'mysql', 'mariadb']],
  ['a = ?1', ['duckdb', 'sqlite', 'mysql', 'mariadb']],
  ['a = :name', ['sqlite']],
  ['a = @name', ['sqlite']],
  ['a = $name', ['duckdb', 'sqlite']],
  ["a = (select 1 into outfile '/tmp/x')", ['mysql', 'mariadb']],
  ["a = (select 1 INTO DUMPFILE '/tmp/x')", ['mysql', 'mariadb']],
  ['a = (select 1 into @kept)', ['mysql', 'mariadb']],
  ["load_file('/etc/passwd') is null", ['mysql', 'mariadb']],
  ["LOAD_FILE /* between */ ('/etc/passwd') = ''", ['mysql', 'mariadb']],
  ['sleep(600) = 0', ['mysql', 'mariadb']],
  ['Sleep\n( 600 ) = 0', ['mysql', 'mariadb']],
  ["benchmark(1e9, md5('x')) = 0", ['mysql', 'mariadb']],
  ["get_lock('orders', 10) = 1", ['mysql', 'mariadb']],
  ['release_all_locks() = 0', ['mysql', 'mariadb']],
  ['exists (select 1 from t for update)', ['mysql', 'mariadb']],
  ['exists (select 1 from t lock in /* all */ share mode)', ['mysql', 'mariadb']],
  ['nextval(numbers) > 1', ['mysql', 'mariadb']],
  ['(next value for numbers) > 1', ['mysql', 'mariadb']],
  ["sys_exec('id') = 0", ['mysql', 'mariadb']],
  ['a = /*+ set_var(sql_mode=ansi) */ 1', ['mysql', 'mariadb']],
]

describe('a checked user expression', () => {
  for (const engine of engines) {
    test(`lets harmless texts pass unchanged on ${engine.name}`, () => {
      for (const [text, on = names] of harmless) {
        if (on.includes(engine.name)) assert.equal(checkUserExpression(text, engine), text)
      }
    })
    test(`refuses hostile texts with a sentence on ${engine.name}`, () => {
      for (const [text, on = names] of hostile) {
        if (!on.includes(engine.name)) continue
        assert.throws(() => checkUserExpression(text, engine), /^Error: [A-Z"].*\.$/s, JSON.stringify(text))
      }
    })
  }

  for (const engine of engines) {
    test(`refuses what stands for several columns on ${engine.name}`, () => {
      for (const [text, on = names] of columnLists) {
        if (!on.includes(engine.name)) continue
        const said = /^Error: (?:A star|".*") stands for several columns, .*\.$/s
        assert.throws(() => checkUserExpression(text, engine), said, text)
      }
    })
  }

  test('knows at least forty hostile texts', () => {
    assert.ok(hostile.length >= 40)
  })

  test('comes back trimmed and without a leading WHERE, once', () => {
    assert.equal(checkUserExpression('  Where\n a = 1 ', duckdb), 'a = 1')
    assert.equal(checkUserExpression('where(a = 1)', duckdb), '(a = 1)')
    assert.equal(checkUserExpression('where_it = 1', duckdb), 'where_it = 1')
    assert.equal(checkUserExpression('where where', duckdb), 'where')
  })
})

describe('no text that passes ends the statement around it', () => {
  let connection: DuckDBConnection
  let database: DatabaseSync
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect()
    database = new DatabaseSync(':memory:')
  })
  after(() => {
    connection.closeSync()
    database.close()
  })

  // Everything that can open, close or escape something, inside of what can be open.
  const tricky = [
    "'",
    "''",
    '"',
    '`',
    '\\',
    "\\'",
    ';',
    '(',
    ')',
    '[',
    ']',
    '--',
    '/*',
    '*/',
    '\n',
    '$$',
    '$a$',
    'e',
    ' ',
  ]
  const inner = fc.array(fc.constantFrom(...tricky), { maxLength: 5 }).map((parts) => parts.join(''))
  const quotes = ["'", "E'", "1e'", "_e'", '"', '`', '[', '$$', '$a$', '/*', '--', '(']
  const closing: Record<string, string> = { '[': ']', '/*': '*/', '--': '\n', '(': ')' }
  const piece = fc.tuple(fc.constantFrom(...quotes), inner).map(([quote, text]) => {
    return `${quote}${text}${closing[quote] ?? quote.replace(/^(E|1e|_e)/, '')}`
  })
  const soup = fc
    .array(fc.oneof(piece, inner, fc.constantFrom('1', 'a', '=', ' or ')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(' '))
  const passed = (text: string, engine: Dialect): string | null => {
    try {
      return checkUserExpression(text, engine)
    } catch {
      return null
    }
  }

  // An engine that meets a semicolon or an open quote cut the text otherwise than we did.
  const disagreement = /near ";"|unterminated|unrecognized token: "['"`[]/

  test('in DuckDB, whose own parser sees one select of one item', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (text) => {
        const checked = passed(text, duckdb)
        if (checked === null) return
        const result = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [
          `select (${checked}\n)`,
        ])
        const parsed = JSON.parse(String(result.getRows()[0]?.[0]))
        if (parsed.error === true) {
          assert.doesNotMatch(parsed.error_message, disagreement, JSON.stringify(text))
          return
        }
        assert.equal(parsed.statements.length, 1, JSON.stringify(text))
        assert.equal(parsed.statements[0].node.select_list.length, 1, JSON.stringify(text))
      }),
      { numRuns: 10_000 },
    )
  })

  test('in SQLite, which compiles nothing before the end of the text', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const checked = passed(text, sqlite)
        if (checked === null) return
        assert.throws(
          () => database.prepare(`select (${checked}\n) from`),
          (error) => error instanceof Error && !disagreement.test(error.message),
          JSON.stringify(text),
        )
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('variables', () => {
  test('are found outside texts and comments, each once', () => {
    const text = "a >= {{since}} and b < {{ until }} and c > {{ since }} -- {{ no }}\n and d = '{{ quoted }}'"
    assert.deepEqual(variablesIn(text, duckdb), ['since', 'until'])
  })

  test('are replaced by their SQL as it is, also when it holds a dollar or braces', () => {
    assert.equal(
      bindVariables(
        'a >= {{ since }} and b = {{x}}',
        { since: "date '2024-02-29'", x: "'$& {{ since }}'" },
        sqlite,
      ),
      "a >=  date '2024-02-29'  and b =  '$& {{ since }}' ",
    )
  })

  test('that are missing are named, inherited members of objects too', () => {
    assert.throws(() => bindVariables('a = {{ since }}', {}, duckdb), /\{\{ since \}\} has no value/)
    assert.throws(
      () => bindVariables('a = {{ constructor }}', {}, duckdb),
      /\{\{ constructor \}\} has no value/,
    )
  })

  test('must be one expression without comments', () => {
    for (const value of [
      '',
      '1; drop table t',
      '1)',
      '1, 2',
      "'open",
      '1 -- rest',
      '1 /* c */',
      'where 1',
      '$1',
    ]) {
      assert.throws(
        () => bindVariables('a = {{ x }}', { x: value }, postgresql),
        /\{\{ x \}\} is not one SQL expression: [A-Z"].*\.$/,
        value,
      )
    }
  })

  test('inside quotes are refused, since they would not be replaced', () => {
    assert.throws(() => bindVariables("a = '{{ x }}'", { x: '1' }, duckdb), /inside quotes/)
    assert.throws(() => bindVariables('"{{ x }}" = 1', { x: '1' }, duckdb), /inside quotes/)
  })

  test('never grow together with their neighbours', () => {
    assert.equal(bindVariables('E{{ x }}', { x: "'\\'" }, postgresql), "E '\\' ")
  })
})

describe('Names in back-ticks', () => {
  test('are put in double quotes where the engine knows no back-ticks, but not inside texts', () => {
    const written = "`odd name` is null and `a``b\"c` = '`x`' -- `y`"
    const quoted = '"odd name" is null and "a`b""c" = \'`x`\' -- `y`'
    assert.equal(checkUserExpression(written, postgresql), quoted)
    assert.equal(checkUserExpression(written, duckdb), quoted)
    assert.equal(checkUserExpression(written, mysql), written)
  })

  test('are judged like names in double quotes, and must end', () => {
    assert.equal(checkUserExpression('` ; drop table t; `', postgresql), '" ; drop table t; "')
    assert.throws(() => checkUserExpression('`pg_sleep`(1) is null', postgresql), /only read/)
    assert.throws(() => checkUserExpression('`id = 1', postgresql), /does not end/)
  })
})

describe('A call of PostgreSQL that is written like a field', () => {
  const refused = [
    '(t.n).pg_sleep',
    '(t.n)."pg_sleep"',
    '(t.n) /* x */ . /* y */ PG_SLEEP',
    'n.pg_sleep is null',
    'a[1].pg_sleep',
    '((t).n).pg_advisory_lock = 1',
    "('x'::text).current_setting",
  ]
  for (const written of refused) {
    test(`is refused as the call that it is: ${written}`, () => {
      assert.throws(() => checkUserExpression(written, postgresql), /and here tables are only read/)
    })
  }

  test('leaves fields of that form alone, and other engines', () => {
    for (const written of [
      '(address).city',
      't.x = 1',
      's.t.x > t."pg sleep"',
      'public.f(x) = 1',
      'a[1].b.c',
    ]) {
      assert.equal(checkUserExpression(written, postgresql), written)
    }
    assert.equal(checkUserExpression('t.pg_sleep = 1', duckdb), 't.pg_sleep = 1')
  })
})

describe('an expression for Amazon Redshift', () => {
  test('is refused where a backslash before a quote may or may not end a text or a name', () => {
    for (const written of ["a = 'it\\\'s'", "a = '\\\'", `a = "x\\" and b = 1`, `a = 'x\\" or 1 = 1'`])
      assert.throws(() => checkUserExpression(written, redshift), /backslash stands before a quote/, written)
    for (const written of ["a = 'it''s'", String.raw`a = '\d'`, String.raw`"a\b" = 1`])
      assert.equal(checkUserExpression(written, redshift), written)
  })
})
