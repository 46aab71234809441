import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { verdictsOf } from '../harness/findings.ts'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

/** A check of one field, and its verdict as `failing/asserted`, or the reason why it has none. */
type Judged = [rule: string, field: string, properties: object, verdict: string | RegExp]

interface OddTable {
  statements: string[]
  /** Type of each field of the table `odd`. */
  fields: Record<string, string>
  /** Of each field the share of rows with a value, and the least and the greatest that can be measured. */
  profiled: Record<string, unknown[]>
  judged: Judged[]
  /** Lines of the records' CSV, sorted, and pieces of their JSON. */
  csv: string[]
  json: string[]
}

const after2020 = { datetime: '2020-01-01' }

const odd: Record<string, OddTable> = {
  postgresql: {
    statements: [
      `create type text_mood as enum ('glad', 'Sad')`,
      'create domain cents as numeric(8, 0)',
      'create domain fee as cents',
      `create collation without_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
      `create table odd ("Id" int, code char(4), mood text_mood, fee fee, word text collate without_case, big numeric(40, 0),
        weight real, twin float8, owner oid, day date, at timestamptz, places int2vector, areas box[], mac macaddr)`,
      `insert into odd values
        (1, 'ab', 'glad', 5, 'one', 1234567890123456789012345678901234567890, 1.1, 1.1, 7, 'infinity', 'infinity', '1 2', '{(1,1),(0,0);(2,2),(1,1)}', '08:00:2b:01:02:03'),
        (2, 'AB', 'Sad', -5, 'ONE', 'NaN', 123456.79, 123456.79, 8, '0044-03-15 BC', '0044-03-15 10:00Z BC', '', '{}', null)`,
    ],
    fields: {
      Id: 'Integral',
      code: 'String',
      mood: 'String',
      fee: 'Integral',
      word: 'String',
      big: 'Integral',
      weight: 'Fractional',
      twin: 'Fractional',
      owner: 'Integral',
      day: 'Date',
      at: 'Timestamp',
      places: 'Array',
      areas: 'Array',
      mac: 'String',
    },
    profiled: {
      Id: [1, 1, 2],
      code: [1, null, null],
      mood: [1, null, null],
      fee: [1, -5, 5],
      word: [1, null, null],
      big: [1, 1.2345678901234568e39, 1.2345678901234568e39],
      weight: [1, 1.1, 123456.79],
      twin: [1, 1.1, 123456.79],
      owner: [1, 7, 8],
      day: [1, null, null],
      at: [1, null, null],
      places: [1, null, null],
      areas: [1, null, null],
      mac: [0.5, null, null],
    },
    judged: [
      ['matchesPattern', 'code', { pattern: '^[a-z]+$' }, '1/2'],
      ['expectedValues', 'mood', { list: ['glad'] }, '1/2'],
      ['notNegative', 'fee', {}, '1/2'],
      ['unique', 'word', {}, '0/2'],
      ['containsEmail', 'word', {}, '2/2'],
      ['predictedBy', 'big', { expression: '1', tolerance: 1 }, '2/2'],
      ['expectedValues', 'weight', { list: [1.1] }, '1/2'],
      ['equalToField', 'weight', { field_name: 'twin' }, '0/2'],
      ['sum', 'owner', { value: 15 }, '0/2'],
      ['afterDateTime', 'day', after2020, '1/2'],
      ['afterDateTime', 'at', after2020, '1/2'],
    ],
    csv: [
      '1,ab,glad,5,one,1234567890123456789012345678901234567890,1.1,1.1,7,infinity,infinity,"[1,2]","[""(1,1),(0,0)"",""(2,2),(1,1)""]",08:00:2b:01:02:03',
      '2,AB,Sad,-5,ONE,NaN,123456.79,123456.79,8,0044-03-15 BC,0044-03-15 10:00:00Z BC,[],[],',
    ],
    json: ['"big":1234567890123456789012345678901234567890', '"big":"NaN"', '"places":[1,2]'],
  },
  mariadb: {
    statements: [
      'create table odd (id int, weight float, far float, huge bigint unsigned, day date, yes tinyint(1))',
      `set sql_mode = ''`,
      `insert into odd values (1, 1.1, 16777216, 18446744073709551615, '0000-00-00', 5), (2, -2.5, 1, 0, '2024-01-01', 1)`,
    ],
    fields: {
      id: 'Integral',
      weight: 'Fractional',
      far: 'Fractional',
      huge: 'Integral',
      day: 'Date',
      yes: 'Boolean',
    },
    profiled: {
      id: [1, 1, 2],
      weight: [1, -2.5, 1.1],
      far: [1, 1, 16_777_216],
      huge: [1, 0, 18_446_744_073_709_552_000],
      day: [1, 1_704_067_200_000, 1_704_067_200_000],
      yes: [1, null, null],
    },
    judged: [
      ['expectedValues', 'weight', { list: [1.1] }, '1/2'],
      ['between', 'far', { max: 16777215.5 }, '1/2'],
      ['expectedValues', 'huge', { list: ['18446744073709551615'] }, '1/2'],
      ['afterDateTime', 'day', after2020, '1/2'],
      ['notNull', 'day', {}, '0/2'],
      ['expectedValues', 'yes', { list: [true] }, '1/2'],
    ],
    csv: ['1,1.1,16777216,18446744073709551615,0000-00-00,5', '2,-2.5,1,0,2024-01-01,true'],
    json: ['"far":16777216,', '"huge":18446744073709551615'],
  },
  sqlite: {
    statements: [
      'create table odd (id integer primary key, price integer, day date, at timestamp, note text, due date)',
      `insert into odd values (1, 'n/a', '31/12/2024', 1704067200, x'3838', '2024-02-30'),
        (2, -2, '2024-01-01', 1704067200000, '88', '2019-01-01'), (3, null, '', 2460310.5, null, 20240101)`,
    ],
    fields: {
      id: 'Integral',
      price: 'Integral',
      day: 'Date',
      at: 'Timestamp',
      note: 'String',
      due: 'Date',
    },
    profiled: {
      id: [1, 1, 3],
      price: [null, null, null],
      day: [null, null, null],
      at: [1, 1_704_067_200_000, 1_704_067_200_000],
      note: [2 / 3, null, null],
      due: [null, null, null],
    },
    judged: [
      ['notNegative', 'price', {}, /"n\/a" is stored where a number is declared/],
      ['sum', 'price', { value: -2 }, /"n\/a" is stored where a number is declared/],
      ['expectedValues', 'price', { list: [-2] }, '1/3'],
      ['notNull', 'price', {}, '1/3'],
      ['afterDateTime', 'day', after2020, /"31\/12\/2024" is stored where a date or time is declared/],
      ['notNull', 'day', {}, '0/3'],
      ['distinctCount', 'day', { value: 3 }, '0/3'],
      ['afterDateTime', 'due', after2020, /"2024-02-30" is stored where a date or time is declared/],
      ['afterDateTime', 'at', { datetime: '2024-01-01' }, '3/3'],
      ['unique', 'at', {}, '2/3'],
      ['isType', 'note', { field_type: 'Integral' }, '1/3'],
    ],
    csv: [
      String.raw`1,n/a,31/12/2024,1704067200,\x3838,2024-02-30`,
      '2,-2,2024-01-01,1704067200000,88,2019-01-01',
      '3,,"",2460310.5,,20240101',
    ],
    json: ['"price":"n/a"', '"at":1704067200,'],
  },
  duckdb: {
    statements: [
      `create table odd (id integer, weight float, twin double, big hugeint, day date, moment timestamptz, sizes map(struct(x int), int), either union(n int, t varchar))`,
      `insert into odd values
        (1, 1.1, 1.1, 170141183460469231731687303715884105727, 'infinity', 'infinity', map {{'x': 1}: 5}, union_value(t := 'q')),
        (2, 'nan', 'nan', -1, '0044-03-15 (BC)', '-infinity', map {}, null)`,
    ],
    fields: {
      id: 'Integral',
      weight: 'Fractional',
      twin: 'Fractional',
      big: 'Integral',
      day: 'Date',
      moment: 'Timestamp',
      sizes: 'MapType',
      either: 'Unknown',
    },
    profiled: {
      id: [1, 1, 2],
      weight: [1, 1.1, 1.1],
      twin: [1, 1.1, 1.1],
      big: [1, -1, 1.7014118346046923e38],
      day: [1, null, null],
      moment: [1, null, null],
      sizes: [1, null, null],
      either: [0.5, null, null],
    },
    judged: [
      ['expectedValues', 'weight', { list: [1.1] }, '1/2'],
      ['equalToField', 'weight', { field_name: 'twin' }, '0/2'],
      ['notNegative', 'big', {}, '1/2'],
      ['afterDateTime', 'day', after2020, '1/2'],
      ['afterDateTime', 'moment', after2020, '1/2'],
      ['unique', 'sizes', {}, '0/2'],
      ['notNull', 'either', {}, '1/2'],
    ],
    csv: [
      '1,1.1,1.1,170141183460469231731687303715884105727,infinity,infinity,"{""{\\""x\\"":1}"":5}",q',
      `2,NaN,NaN,-1,0044-03-15 (BC),-infinity,{},`,
    ],
    json: ['"weight":1.1,', '"big":170141183460469231731687303715884105727'],
  },
}

describe('odd values of real tables', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  for (const [type, { statements, fields, profiled, judged, csv, json }] of Object.entries(odd)) {
    const skip = type === 'mariadb' ? mariadbAbsence : false
    test(`${type}: have sensible types, right verdicts and records with every digit`, { skip }, async () => {
      const store: TableStore = await (tableStores[type]?.(app.folder) ?? assert.fail(type))
      try {
        await store.run(statements)
        const source = await datastoreOn(app, type, store)
        const sync = await app.ended(await app.trigger(source, { type: 'sync' }))
        assert.equal(sync.result, 'success', sync.message)
        const id = (await app.containers(source)).get('odd')
        const found = await app.ask('GET', `/api/fields?container=${id}`)
        assert.deepEqual(
          Object.fromEntries(
            found.body.items.map((one: { name: string; type: string }) => [one.name, one.type]),
          ),
          fields,
        )
        for (const [rule, field, properties] of judged)
          await app.check(source, 'odd', {
            rule,
            fields: [field],
            properties,
            description: `${rule} ${field}`,
          })
        // No row passes it, so that every row is among the records.
        await app.check(source, 'odd', {
          rule: 'satisfiesExpression',
          properties: { expression: '1 = 0' },
          description: 'every row',
        })
        const profile = await app.ended(
          await app.trigger(source, { type: 'profile', ai_effort: 'max', infer_as_draft: true }),
        )
        assert.equal(profile.result, 'success', profile.message)
        const profiles = await app.ask('GET', `/api/containers/${id}/field-profiles`)
        const figures = profiles.body.items.map((one: Record<string, unknown>) => [
          one['name'],
          [one['completeness'], one['min'], one['max']],
        ])
        assert.deepEqual(Object.fromEntries(figures), profiled)
        const weighed = profiles.body.items.find((one: { name: string }) => one.name === 'weight')
        const values = weighed?.histogram_buckets.map((one: { value: string }) => one.value) ?? ['1.1']
        assert.ok(values.includes('1.1'), `1.1 in 32 bits is among the most frequent values: ${values}`)
        const scan = await app.scan(source)
        assert.equal(scan.result, 'success', scan.message)
        const scanId = scan.container_scans[0].id
        const verdicts = await verdictsOf(app, scanId)
        for (const [rule, field, , expected] of judged) {
          const verdict = verdicts.get(`${rule} ${field}`) ?? assert.fail(`${rule} ${field} is listed`)
          if (typeof expected === 'string')
            assert.equal(
              `${verdict.anomalous}/${verdict.asserted}`,
              expected,
              `${rule} ${field} ${verdict.details}`,
            )
          else assert.match(String(verdict.details), expected)
        }
        const path = `/api/container-scans/${scanId}/source-records`
        const lines = String((await app.ask('GET', `${path}/download`)).body)
          .trimEnd()
          .split('\r\n')
        assert.deepEqual(lines.slice(1).toSorted(), csv)
        const { payload } = await app.server.inject({
          url: path,
          headers: { authorization: 'Bearer admin-1' },
        })
        for (const piece of json) assert.ok(payload.includes(piece), `${piece} in ${payload}`)
      } finally {
        await store.close()
      }
    })
  }
})
