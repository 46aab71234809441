import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Session } from '../../src/connectors/connector.ts'
import { listFiles } from '../../src/connectors/local/files.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { sourceWords } from '../../src/connectors/readable.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import type { FileOptions } from '../../src/model/container.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { boundsIn } from '../harness/example-stores.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'assay-local-')))
let root = ''
let count = 0
beforeEach(() => {
  count += 1
  root = join(top, String(count))
  mkdirSync(root)
})
after(() => rmSync(top, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer): void => {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), content)
}

async function withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
  const target = { database: null, schema: null, root_path: root }
  const session = await connectors
    .get('local')
    .open({}, target, { ...boundsIn(join(top, 'bounds')), allowed_paths: [top] })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Container names with their partitions, or with the reason why they cannot be read. */
const list = (): Promise<Record<string, string | string[]>> =>
  withSession(async (session) => {
    const found = await Array.fromAsync(session.discover())
    return Object.fromEntries(
      found.map(({ name, unloadable, partitions }) => [
        name,
        unloadable ?? partitions.map((partition) => partition.name),
      ]),
    )
  })

/** Describes and reads a container: `name:NATIVE_TYPE` of each field, and all rows. */
const read = (
  name: string,
  file_options: FileOptions = {},
  known?: DiscoveredField[],
): Promise<{ fields: DiscoveredField[]; types: string[]; rows: Cell[][] }> =>
  withSession(async (session) => {
    const container = { name, container_type: 'file' as const, file_options }
    const { fields } = await session.describe(container, known)
    const relation = session.relation(container, fields, 'all')
    assert.equal(relation.kind, 'store')
    const sql = `select * from ${relation.kind === 'store' ? relation.sql : ''}`
    const { rows } = await session.query({ sql, parameters: [] })
    return { fields, types: fields.map((field) => `${field.name}:${field.native_type}`), rows }
  })

const failsWith = (work: Promise<unknown>, pattern: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert(error instanceof RunFailure, String(error))
    assert.match(error.message, pattern)
    assert(!error.message.includes(top), 'no absolute path is told')
    assert.doesNotMatch(error.message, /\n/)
    return true
  })

async function writeParquet(name: string, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`copy (${select}) to '${join(root, name)}' (format parquet)`)
  connection.closeSync()
  instance.closeSync()
}

describe('containers of a folder', () => {
  test('files that differ only in dates and long numbers are one container, each file a partition', async () => {
    for (const name of [
      'orders_20240228.csv',
      'orders_20240229.csv',
      'deep/er/log-2024-01-31.csv',
      'deep/er/log-2024-02-01.csv',
    ])
      write(name, 'a\n1\n')
    write('customers.csv', 'a\n1\n')
    assert.deepEqual(await list(), {
      'customers.csv': ['customers.csv'],
      'deep/er/log-*.csv': ['deep/er/log-2024-01-31.csv', 'deep/er/log-2024-02-01.csv'],
      'orders_*.csv': ['orders_20240228.csv', 'orders_20240229.csv'],
    })
  })

  test('a short number that does not vary stays in the name, a year does not', async () => {
    for (const name of ['s3_2023_q1.csv', 's3_2023_q2.csv']) write(name, 'a\n1\n')
    assert.deepEqual(Object.keys(await list()), ['s3_*_q*.csv'])
  })

  test('other folders, other extensions, hidden and unknown files do not join', async () => {
    for (const name of ['a_1.csv', 'sub/a_2.csv', 'a_3.tsv', '.a_4.csv', '.hidden/a.csv', 'a_5.xml'])
      write(name, 'a\n1\n')
    assert.deepEqual(Object.keys(await list()), ['a_1.csv', 'a_3.tsv', 'sub/a_2.csv'])
  })

  test('a new file of the pattern is a new partition at the next opening', async () => {
    for (const day of ['01', '02']) write(`orders_202401${day}.csv`, 'a\n1\n')
    assert.equal((await read('orders_*.csv')).rows.length, 2)
    write('orders_20240103.csv', 'a\n1\n2\n')
    write('orders_old.csv', 'a\n1\n')
    assert.equal((await read('orders_*.csv')).rows.length, 4)
  })

  test('the one partition of a pattern is read alone', async () => {
    write('t_1.csv', 'a\n1\n')
    write('t_2.csv', 'a\n2\n')
    await withSession(async (session) => {
      const container = { name: 't_*.csv', container_type: 'file' as const, file_options: {} }
      const { fields } = await session.describe(container)
      const relation = session.relation(container, fields, ['t_2.csv'])
      assert(relation.kind === 'store')
      const { rows } = await session.query({ sql: `select * from ${relation.sql}`, parameters: [] })
      assert.deepEqual(rows, [[2]])
    })
  })

  test('characters that mean something in a glob are plain characters in a name', async () => {
    write('a[1].csv', 'a\n1\n')
    write('b?.csv', 'a\n2\n')
    assert.deepEqual((await read('a[1].csv')).rows, [[1]])
    assert.deepEqual((await read('b?.csv')).rows, [[2]])
  })

  test('links that lead outside the folder are listed as refused, links inside it are read', async () => {
    writeFileSync(join(top, 'secret.csv'), 'a\n1\n')
    write('real.csv', 'a\n1\n')
    symlinkSync(join(top, 'secret.csv'), join(root, 'out.csv'))
    symlinkSync(join(root, 'real.csv'), join(root, 'link.csv'))
    symlinkSync(join(root, 'nowhere'), join(root, 'dead.csv'))
    symlinkSync(top, join(root, 'loop'))
    assert.deepEqual(await list(), {
      'link.csv': ['link.csv'],
      'real.csv': ['real.csv'],
      'dead.csv': 'The file "dead.csv" is a link that leads nowhere.',
      'out.csv':
        'The file "out.csv" is a link that leads outside the datastore\'s folder; such links are not followed.',
    })
    await withSession(async (session) => {
      const sql = `select * from read_csv('${join(root, 'out.csv')}')`
      await assert.rejects(session.query({ sql, parameters: [] }), (error) =>
        /operations are disabled/.test(sourceWords(error)),
      )
    })
  })
})

describe('the folder itself', () => {
  const refused = (root_path: string | null, code: string, pattern: RegExp): Promise<void> => {
    const target = { database: null, schema: null, root_path }
    return assert.rejects(
      connectors
        .get('local')
        .test({}, target, { ...boundsIn(join(top, 'bounds')), allowed_paths: [join(top, 'allowed')] }),
      (error) => {
        assert(error instanceof ServiceError)
        assert.equal(error.code, code)
        assert.match(error.message, pattern)
        return true
      },
    )
  }

  test('must be allowed, also behind a link, must exist and must be a folder', async () => {
    mkdirSync(join(top, 'allowed'), { recursive: true })
    writeFileSync(join(top, 'allowed', 'file.csv'), 'a\n')
    symlinkSync(root, join(top, 'allowed', 'way-out'))
    await refused('/etc', 'invalid', /not inside a folder that this service may read/)
    await refused('/no/such/folder', 'invalid', /not inside a folder/)
    await refused(join(top, 'allowed', 'way-out'), 'invalid', /not inside a folder/)
    await refused(join(top, 'allowed', '..'), 'invalid', /not inside a folder/)
    await refused(join(top, 'allowed', 'gone'), 'connection_failed', /does not exist/)
    await refused(join(top, 'allowed', 'file.csv'), 'connection_failed', /is a file/)
    await refused(null, 'invalid', /needs a root_path/)
  })

  test('must let the account of the service in', async (context) => {
    if (process.getuid?.() === 0) return context.skip('this account is let in everywhere')
    const shut = join(top, 'allowed', 'shut')
    mkdirSync(shut, { recursive: true, mode: 0o000 })
    await refused(
      shut,
      'connection_failed',
      /allowed\/shut" may not be read by this service\. Let the account/,
    )
  })

  test('is told of without the words of the system when it cannot be listed any more', async () => {
    await assert.rejects(listFiles(join(top, 'allowed', 'gone')), (error) => {
      assert(error instanceof RunFailure)
      assert.match(error.message, /^The folder of the datastore could not be listed \(ENOENT\)\. See/)
      assert.equal(error.retryable, true)
      return true
    })
  })
})

describe('separated text', () => {
  test('types are found over every row, not only the first ones', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index},${index}`)
    write('a.csv', ['n,late', ...lines, '30000,not a number', ''].join('\n'))
    assert.deepEqual((await read('a.csv')).types, ['n:BIGINT', 'late:VARCHAR'])
  })

  test('codes with leading zeros stay text, and only ISO dates are dates', async () => {
    write(
      'a.csv',
      'zip,n,d,us,t,z,big\n00501,1.5,2024-01-31,01/31/2024,2024-01-31T10:00:00,2024-01-31T10:00:00+02:00,18446744073709551616\n',
    )
    const { types, rows } = await read('a.csv')
    assert.deepEqual(types, [
      'zip:VARCHAR',
      'n:DOUBLE',
      'd:DATE',
      'us:VARCHAR',
      't:TIMESTAMP',
      'z:TIMESTAMP WITH TIME ZONE',
      'big:HUGEINT',
    ])
    assert.deepEqual(rows[0]?.slice(4), [
      '2024-01-31 10:00:00',
      '2024-01-31 08:00:00Z',
      18_446_744_073_709_551_616n,
    ])
  })

  test('the delimiter, a byte order mark and quoted line breaks are understood', async () => {
    write('a.csv', '\uFEFFname;note\r\nann;"x\r\ny"\r\nbob;1,2,3\r\n')
    const { types, rows } = await read('a.csv')
    assert.deepEqual(types, ['name:VARCHAR', 'note:VARCHAR'])
    assert.deepEqual(rows, [
      ['ann', 'x\r\ny'],
      ['bob', '1,2,3'],
    ])
  })

  test('a first row that looks like data is data, and the option decides otherwise', async () => {
    write('a.csv', '1,ann\n2,bob\n')
    assert.deepEqual((await read('a.csv')).types, ['column0:BIGINT', 'column1:VARCHAR'])
    const { types, rows } = await read('a.csv', { has_header: true })
    assert.deepEqual(types, ['1:BIGINT', 'ann:VARCHAR'])
    assert.equal(rows.length, 1)
  })

  test('an empty value is NULL, quoted or not, and an empty text when the option says so', async () => {
    write('a.csv', 'n,s\n1,\n2,""\n')
    assert.deepEqual((await read('a.csv')).rows, [
      [1, null],
      [2, null],
    ])
    assert.deepEqual((await read('a.csv', { treat_empty_as_null: false })).rows, [
      [1, ''],
      [2, ''],
    ])
  })

  test('everything is text when types are not to be found', async () => {
    write('a.csv', 'n,d\n1,2024-01-01\n')
    assert.deepEqual((await read('a.csv', { infer_datatypes: false })).types, ['n:VARCHAR', 'd:VARCHAR'])
  })

  test('known fields keep their types, and only new fields are looked at', async () => {
    write('a.csv', 'n,m\n1,1\n')
    const { fields } = await read('a.csv')
    write('a.csv', 'n,m,k\n1,1.5,2\n')
    await failsWith(
      read('a.csv', {}, fields),
      /"a\.csv", line 2, holds "1\.5", which .*type BIGINT.*field "m".*run a sync/,
    )
    write('a.csv', 'n,m\n1,1\nN/A,2\n')
    await failsWith(read('a.csv', {}, fields), /"a\.csv", line 3, holds "N\/A".*type BIGINT.*field "n"/)
    write('a.csv', 'n,k\n1,2.5\n')
    assert.deepEqual((await read('a.csv', {}, fields)).types, ['n:BIGINT', 'k:DOUBLE'])
  })

  test('files of a pattern with other headers are joined by the names of their fields', async () => {
    write('t_1.csv', 'id,name\n1,x\n')
    write('t_2.csv', 'NAME,id,extra\ny,2.5,true\n')
    write('t_3.csv', '')
    const { types, rows } = await read('t_*.csv')
    assert.deepEqual(types, ['id:DOUBLE', 'name:VARCHAR', 'extra:BOOLEAN'])
    assert.deepEqual(rows, [
      [1, 'x', null],
      [2.5, 'y', true],
    ])
  })

  test('broken files fail with a sentence that names the file and the line', async () => {
    write('sub/ragged.csv', 'a,b,c\n1,2,3\n4,5\n')
    await failsWith(read('sub/ragged.csv'), /"sub\/ragged\.csv" is ragged: line 3 has 2 columns where 3/)
    write('latin.csv', Buffer.from('a,b\n1,caf\u00e9\n', 'latin1'))
    await failsWith(read('latin.csv'), /"latin\.csv" is not UTF-8: line 2/)
    write('quote.csv', 'a,b\n1,"x\n2,y\n')
    await failsWith(read('quote.csv'), /"quote\.csv" has a quoted value in line 2 that does not end/)
    write('plain.csv.gz', 'a,b\n1,2\n')
    await failsWith(read('plain.csv.gz'), /"plain\.csv\.gz" is not a gzip file/)
    write('empty.csv', '')
    await failsWith(read('empty.csv'), /"empty\.csv" is empty/)
    const listed = await list()
    assert.match(String(listed['sub/ragged.csv']), /is ragged/)
    assert.match(String(listed['empty.csv']), /is empty/)
  })

  test('a file that goes while a session is open is a failure that names it', async () => {
    write('a.csv', 'a\n1\n')
    await withSession(async (session) => {
      rmSync(join(root, 'a.csv'))
      const container = { name: 'a.csv', container_type: 'file' as const, file_options: {} }
      await failsWith(session.describe(container), /"a\.csv" is gone/)
    })
  })
})

describe('JSON and Parquet', () => {
  test('values of mixed types are shown as text, nested ones as arrays and objects', async () => {
    write('a.json', '[{"m":1,"s":{"k":[1,null]}},{"m":"x","s":null}]')
    const { types, rows } = await read('a.json')
    assert.deepEqual(types, ['m:JSON', 's:STRUCT(k BIGINT[])'])
    assert.deepEqual(rows, [
      ['1', { k: [1, null] }],
      ['x', null],
    ])
  })

  test('a value that would be read with a loss is refused with its place, in CSV and in JSON', async () => {
    write('d_1.csv', 'd,f\n2024-01-31,1.5\n')
    write('d_2.csv', 'd,f\n2024-02-01,2.5\n')
    const { fields } = await read('d_*.csv')
    write('d_2.csv', 'd,f\n2024-02-01,2.5\n2024-02-02 10:00:00,3.5\n')
    await failsWith(read('d_*.csv', {}, fields), /"d_2\.csv", line 3, holds "2024-02-02 10:00:00".*type DATE/)
    write('d_2.csv', 'd,f\n2024-02-01,2.5\n2024-02-02,n\n')
    await failsWith(read('d_*.csv', {}, fields), /"d_2\.csv", line 3, holds "n".*type DOUBLE/)
    write('j.json', '[{"n":1},{"n":2}]')
    const json = await read('j.json')
    write('j.json', '[{"n":1},{"n":2.5}]')
    await failsWith(
      read('j.json', {}, json.fields),
      /"j\.json", record 2, holds "2\.5".*type BIGINT.*field "n"/,
    )
  })

  test('broken JSON fails with a sentence that names the file and the place', async () => {
    write('a.ndjson', '{"a":1}\nnope\n')
    await failsWith(read('a.ndjson'), /"a\.ndjson" is not valid JSON, in line [23]: invalid literal/)
  })

  test('Parquet files of a pattern are joined by the names of their fields, also one alone', async () => {
    await writeParquet('p_1.parquet', 'select 1 as id, 9007199254740993 as big')
    await writeParquet('p_2.parquet', `select 2 as id, 'x' as extra`)
    const { fields, types, rows } = await read('p_*.parquet')
    assert.deepEqual(types, ['id:INTEGER', 'big:BIGINT', 'extra:VARCHAR'])
    assert.deepEqual(rows, [
      [1, 9_007_199_254_740_993n, null],
      [2, null, 'x'],
    ])
    await withSession(async (session) => {
      const container = { name: 'p_*.parquet', container_type: 'file' as const, file_options: {} }
      const relation = session.relation(container, fields, ['p_2.parquet'])
      assert(relation.kind === 'store')
      const result = await session.query({ sql: `select * from ${relation.sql}`, parameters: [] })
      assert.deepEqual(result.rows, [[2, null, 'x']])
    })
  })

  test('a Parquet file that was cut off fails with a sentence that names it', async () => {
    write('cut.parquet', 'PAR1 and then nothing more')
    await failsWith(read('cut.parquet'), /"cut\.parquet" is not a complete Parquet file/)
  })
})
