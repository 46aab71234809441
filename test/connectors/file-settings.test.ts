import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { connectors } from '../../src/connectors/registry.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import type { FileOptions } from '../../src/model/container.ts'
import { boundsIn } from '../harness/example-stores.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'assay-settings-')))
after(() => rmSync(top, { recursive: true, force: true }))
let count = 0

/** What a sync shows of one file that is read with the options, and its rows as a scan reads them in a session of its own. */
async function read(name: string, content: string | Uint8Array, file_options: FileOptions = {}) {
  count += 1
  const root = join(top, String(count))
  mkdirSync(root)
  writeFileSync(join(root, name), content)
  const bounds = { ...boundsIn(join(top, 'bounds')), allowed_paths: [top] }
  const open = () =>
    connectors.get('local').open({}, { database: null, schema: null, root_path: root }, bounds)
  const cataloguing = await open()
  const known = new Map([[name, { file_options, fields: [] }]])
  const [container] = await Array.fromAsync(cataloguing.discover(known))
  await cataloguing.close()
  assert.ok(container)
  if (container.unloadable !== null) throw new RunFailure(container.unloadable)
  const scanning = await open()
  const relation = scanning.relation({ name, container_type: 'file', file_options }, container.fields, 'all')
  assert(relation.kind === 'store')
  const { rows } = await scanning.query({ sql: `select * from ${relation.sql}`, parameters: [] })
  const streamed: Cell[][] = []
  for await (const batch of scanning.stream({ sql: `select * from ${relation.sql}`, parameters: [] }))
    streamed.push(...batch.rows)
  await scanning.close()
  assert.deepEqual(streamed, rows)
  const types = container.fields.map((field) => `${field.name}:${field.native_type}`)
  return { types, rows, layout: container.file_layout, remarks: container.remarks }
}

describe('how a file is written can be told', () => {
  test('a sync obeys has_header, infer_datatypes and escape_character as a scan does', async () => {
    const text = 'x,y\nann,"a\'"b"\nbob,1\n'
    const { types, rows } = await read('a.csv', text, { has_header: false, escape_character: "'" })
    assert.deepEqual(types, ['column0:VARCHAR', 'column1:VARCHAR'])
    assert.deepEqual(rows, [
      ['x', 'y'],
      ['ann', 'a"b'],
      ['bob', '1'],
    ])
    assert.deepEqual((await read('a.csv', 'n\n1\n', { infer_datatypes: false })).types, ['n:VARCHAR'])
  })

  test('the separator and the quote, also that there is none', async () => {
    const text = `a~b\n'x~y'~2\n`
    const { types, rows, layout } = await read('a.csv', text, { delimiter: '~', quote_character: "'" })
    assert.deepEqual(types, ['a:VARCHAR', 'b:BIGINT'])
    assert.deepEqual(rows, [['x~y', 2]])
    assert.equal(layout?.delimiter, '~')
    assert.deepEqual((await read('a.csv', 'a,b\n5" pipe,"x\n', { quote_character: '' })).rows, [
      ['5" pipe', '"x'],
    ])
  })

  for (const [encoding, bytes] of [
    ['latin-1', Buffer.from('id,name\n1,Zoë\n2,Jürg\n', 'latin1')],
    ['windows-1252', Buffer.from([...Buffer.from('id,name\n1,'), 0x80, ...Buffer.from('\n2,b\n')])],
    ['UTF-16LE', Buffer.from('id,name\n1,Zoë\n2,😀\n', 'utf16le')],
    ['utf-16be', Buffer.from('id,name\n1,Zoë\n2,ß\n', 'utf16le').swap16()],
    ['shift_jis', Buffer.from([...Buffer.from('id,name\n1,'), 0x93, 0xfa, ...Buffer.from('\n2,b\n')])],
  ] as const) {
    test(`text in ${encoding} is read, gzipped too`, async () => {
      const label = encodingOf(encoding)
      const expected = new TextDecoder(label)
        .decode(bytes)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').map((cell, index) => (index === 0 ? Number(cell) : cell)))
      const { types, rows, layout } = await read('a.csv', bytes, { encoding })
      assert.deepEqual(types, ['id:BIGINT', 'name:VARCHAR'])
      assert.deepEqual(rows, expected)
      assert.equal(layout?.encoding, label)
      assert.deepEqual((await read('a.csv.gz', gzipSync(bytes), { encoding })).rows, expected)
    })
  }

  test('text that is longer than any buffer is transcoded whole', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${index},Jürg ${index}`)
    const { rows } = await read('a.csv', Buffer.from(`id,name\n${lines.join('\n')}\n`, 'latin1'), {
      encoding: 'iso-8859-1',
    })
    assert.equal(rows.length, 60_000)
    assert.deepEqual(rows.at(-1), [59_999, 'Jürg 59999'])
  })

  test('bytes that are not valid in the encoding are named', async () => {
    await assert.rejects(read('a.csv', Buffer.from([97, 10, 0xff, 0xff, 0xff, 10]), { encoding: 'euc-kr' }), {
      name: 'RunFailure',
      message: /"a\.csv" is not euc-kr: it holds bytes that are not valid in it\. Name another encoding/,
    })
  })

  test('a token that stands for no value makes numbers of numbers, and a sync proposes it', async () => {
    const text = `n,name\n${['1', 'NA', '2.5', 'NA', 'NA'].map((value) => `${value},x`).join('\n')}\n`
    const { types, remarks } = await read('a.csv', text)
    assert.deepEqual(types, ['n:VARCHAR', 'name:VARCHAR'])
    assert.deepEqual(remarks, [
      '"n": 40 % of the text values are numbers; NA is the rest. Name it in null_tokens of the container when the field is to be a number.',
    ])
    const told = await read('a.csv', text, { null_tokens: ['NA', '-'] })
    assert.deepEqual(told.types, ['n:DOUBLE', 'name:VARCHAR'])
    assert.deepEqual(
      told.rows.map(([n]) => n),
      [1, null, 2.5, null, null],
    )
    assert.deepEqual(told.remarks, [])
  })

  test('a sync proposes the decimal comma where the values leave no doubt', async () => {
    const proposal =
      '"price": the text values are numbers with a decimal comma. Set decimal_separator of the container to "," when the field is to be a number.'
    const price = await read('a.csv', 'price;name\n1,5;x\n-2,25;y\n3;z\n')
    assert.deepEqual(price.types, ['price:VARCHAR', 'name:VARCHAR'])
    assert.deepEqual(price.remarks, [proposal])
    const told = await read('a.csv', 'price;name\n1,5;x\n-2,25;y\n3;z\n', { decimal_separator: ',' })
    assert.deepEqual([told.types[0], told.remarks], ['price:DOUBLE', []])
    // Thousands, as much as a decimal comma; numbers with a point beside it; a code; other text.
    for (const text of [
      'n;m\n1,234;a\n12,500;b\n',
      'n;m\n1,5;1.5\n2,25;2.5\n',
      'n;m\n01,5;a\n02,5;b\n',
      'n;m\n1,5;a\nx;b\n',
    ])
      assert.deepEqual((await read('a.csv', text)).remarks, [], text)
  })

  test('a sync proposes the form of dates, and asks which is meant where the values do not tell', async () => {
    const dated = async (...values: string[]) =>
      read('a.csv', `d;name\n${values.map((value) => `${value};x`).join('\n')}\n`)
    const one = (form: string) =>
      `"d": the text values are dates of the form ${form}. Set date_format of the container to it when the field is to be a date.`
    for (const [values, form] of [
      [['31.12.2024', '1.2.2025'], '%d.%m.%Y'],
      [['12/31/2024', '02/01/2025'], '%m/%d/%Y'],
      [['31-12-2024 10:30', '01-02-2025 00:00'], '%d-%m-%Y %H:%M'],
      [['31/12/24', '01/02/25'], '%d/%m/%y'],
    ] as const) {
      const found = await dated(...values)
      assert.deepEqual([found.types[0], found.remarks], ['d:VARCHAR', [one(form)]], form)
      const lines = values.map((value) => `${value};x`).join('\n')
      const told = await read('a.csv', `d;name\n${lines}\n`, { date_format: form })
      assert.match(told.types[0] ?? '', form.includes('%H') ? /TIMESTAMP/ : /DATE/)
    }
    assert.deepEqual((await dated('01/02/2024', '03/04/2025')).remarks, [
      '"d": the text values are dates that do not tell the day from the month. Set date_format of the container to %d/%m/%Y or to %m/%d/%Y, whichever is meant, when the field is to be a date.',
    ])
    for (const values of [
      ['31.12.2024', '31.13.2024'],
      ['31.12.2024', 'later'],
      ['1.2.3', '4.5.6'],
    ])
      assert.deepEqual((await dated(...values)).remarks, [], values.join())
  })

  test('a sync proposes the sign of comments, where it is why a file cannot be read, too', async () => {
    const proposal = (line: number) =>
      `Lines that begin with "#" (the first: ${line}) are no rows like the others. Set comment of the container to "#" when they are comments.`
    for (const text of ['# of today\nid,name\n1,a\n2,b\n', 'id,name\n1,a\n2,b\n# a note, in, words\n3,c\n']) {
      const line = text.startsWith('#') ? 1 : 4
      await assert.rejects(read('a.csv', text), {
        message: new RegExp(`\\. ${RegExp.escape(proposal(line))}$`),
      })
      const told = await read('a.csv', text, { comment: '#' })
      assert.deepEqual([told.types, told.remarks], [['id:BIGINT', 'name:VARCHAR'], []])
    }
    // A header of that kind, and a value.
    for (const text of ['#id,name\n1,a\n2,b\n', 'id,name\n1,a\n#2,b\n'])
      assert.deepEqual((await read('a.csv', text)).remarks, [], text)
  })

  test('a token stands for no value in JSON too, and a sync proposes it', async () => {
    const records = [
      { n: 1, price: 2.5, at: '2024-01-01', on: true, name: 'x', mixed: 1 },
      { n: 'NA', price: 'NA', at: 'NA', on: 'NA', name: 'NA', mixed: '2' },
      { n: 3, price: 4, at: '2024-02-01', on: false, name: 'y', mixed: 'NA' },
    ]
    const lines = records.map((record) => JSON.stringify(record)).join('\n')
    const { types, remarks } = await read('a.ndjson', lines)
    assert.deepEqual(types, ['n:JSON', 'price:JSON', 'at:VARCHAR', 'on:JSON', 'name:VARCHAR', 'mixed:JSON'])
    assert.deepEqual(
      remarks,
      ['n', 'price'].map(
        (name) =>
          `"${name}": 66 % of the text values are numbers; NA is the rest. Name it in null_tokens of the container when the field is to be a number.`,
      ),
    )
    const told = await read('a.ndjson', lines, { null_tokens: ['NA'], decimal_separator: ',' })
    assert.deepEqual(told.types, [
      'n:BIGINT',
      'price:DOUBLE',
      'at:DATE',
      'on:BOOLEAN',
      'name:VARCHAR',
      // A text that looks like a number is none.
      'mixed:JSON',
    ])
    assert.deepEqual(told.rows, [
      [1, 2.5, '2024-01-01', true, 'x', '1'],
      [null, null, null, null, null, '2'],
      [3, 4, '2024-02-01', false, 'y', null],
    ])
    assert.deepEqual(told.remarks, [])
  })

  test('a token stands for no value in text too, where empty text is a value', async () => {
    const options = { null_tokens: [String.raw`\N`], treat_empty_as_null: false }
    const { rows } = await read('a.csv', 'a,b\nx,1\n\\N,\\N\n"",2\n', options)
    assert.deepEqual(rows, [
      ['x', 1],
      [null, null],
      ['', 2],
    ])
  })

  test('comments, lines before the header, quotes in them too', async () => {
    const text = 'Report "of today, x\nby "me\n\n# columns, follow\na,b\n1,2\n# a note, here\n3,4\n'
    const { types, rows, layout } = await read('a.csv', text, { skip_lines: 2, comment: '#' })
    assert.deepEqual(types, ['a:BIGINT', 'b:BIGINT'])
    assert.deepEqual(rows, [
      [1, 2],
      [3, 4],
    ])
    assert.equal(layout?.has_header, true)
  })

  test('a decimal comma and the form of dates', async () => {
    const text = 'price;d;t\n1,5;31.12.2024;31.12.2024\n-2,25;01.02.2024;01.02.2024\n'
    const options: FileOptions = { decimal_separator: ',', date_format: '%d.%m.%Y' }
    const { types, rows } = await read('a.csv', text, options)
    assert.deepEqual(types, ['price:DOUBLE', 'd:DATE', 't:DATE'])
    assert.deepEqual(rows, [
      [1.5, '2024-12-31', '2024-12-31'],
      [-2.25, '2024-02-01', '2024-02-01'],
    ])
    const timed = await read('a.csv', 't\n31.12.2024 10:30\n', { date_format: '%d.%m.%Y %H:%M' })
    assert.deepEqual(timed.types, ['t:TIMESTAMP'])
    assert.deepEqual(timed.rows, [['2024-12-31 10:30:00']])
  })

  test('the records of a JSON file stand anywhere in it', async () => {
    const text = JSON.stringify({ meta: { items: [9] }, data: { items: [{ id: 1, t: 'é]' }, { id: 2 }] } })
    const { types, rows, layout } = await read('a.json', text, { records_path: 'data.items' })
    assert.deepEqual(types, ['id:BIGINT', 't:VARCHAR'])
    assert.deepEqual(rows, [
      [1, 'é]'],
      [2, null],
    ])
    assert.equal(layout?.records_path, 'data.items')
    await assert.rejects(read('a.json', text, { records_path: 'data.other' }), {
      message: /"a\.json" has no array where records_path says/,
    })
  })

  test('JSON in UTF-16 is read by its byte order mark', async () => {
    const { rows } = await read('a.json', Buffer.from('\uFEFF[{"t":"Zoë"}]', 'utf16le'))
    assert.deepEqual(rows, [['Zoë']])
  })

  test('a value that does not fit a told form is named with file and line', async () => {
    const { types } = await read('a.csv', 'd\n31.12.2024\n', { date_format: '%d.%m.%Y' })
    assert.deepEqual(types, ['d:DATE'])
    const root = join(top, String(count))
    writeFileSync(join(root, 'a.csv'), 'd\n31.12.2024\n99.12.2024\n')
    const session = await connectors
      .get('local')
      .open(
        {},
        { database: null, schema: null, root_path: root },
        { ...boundsIn(join(top, 'bounds')), allowed_paths: [top] },
      )
    const kept = [{ name: 'd', type: 'Date' as const, native_type: 'DATE', nullable: true }]
    const known = new Map([['a.csv', { file_options: { date_format: '%d.%m.%Y' }, fields: kept }]])
    const [found] = await Array.fromAsync(session.discover(known))
    await session.close()
    assert.match(found?.unloadable ?? '', /"a\.csv", line 3, holds "99\.12\.2024".*type DATE.*field "d"/)
  })
})

const encodingOf = (label: string): string =>
  label === 'latin-1' ? 'windows-1252' : new TextDecoder(label).encoding
