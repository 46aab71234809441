import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { computedColumns } from '../../src/engine/describe-container.ts'
import { previewRows } from '../../src/engine/preview-rows.ts'
import { opened } from '../../src/kernel/held.ts'
import { joinTypes, type JoinType } from '../../src/model/container.ts'
import { withContainerSession } from '../../src/services/datastores/container-session.ts'
import { joinedSource, joinOf } from '../../src/store/computations.ts'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { parquetOf } from '../harness/parquet.ts'
import { seeded } from '../harness/random.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

interface Row {
  k: number | null
  v: string | null
}

const rounds = process.env['ASSAY_FULL'] === '1' ? 40 : 2

/** Few keys, so that some come twice and some meet none; the first row has one, so that a file shows its type. */
function randomRows(random: () => number, side: string): Row[] {
  const length = 1 + Math.floor(random() * 7)
  return Array.from({ length }, (_, row) => ({
    k: row > 0 && random() < 0.25 ? null : Math.floor(random() * 4),
    v: random() < 0.2 ? null : `${side}${row}`,
  }))
}

/** The join by the definition of each type, pair by pair. */
function independentJoin(type: JoinType, left: readonly Row[], right: readonly Row[]): unknown[][] {
  const meets = (one: Row, other: Row) => one.k !== null && one.k === other.k
  const pairs = left.flatMap((one) =>
    right.filter((other) => meets(one, other)).map((other) => [one.k, one.v, other.k, other.v]),
  )
  const alone = (rows: readonly Row[], others: readonly Row[]) =>
    rows.filter((one) => !others.some((other) => meets(one, other)))
  const leftAlone = alone(left, right).map(({ k, v }) => [k, v, null, null])
  const rightAlone = alone(right, left).map(({ k, v }) => [null, null, k, v])
  switch (type) {
    case 'inner':
      return pairs
    case 'left':
      return [...pairs, ...leftAlone]
    case 'right':
      return [...pairs, ...rightAlone]
    case 'outer':
      return [...pairs, ...leftAlone, ...rightAlone]
    case 'left_semi':
      return left.filter((one) => right.some((other) => meets(one, other))).map(({ k, v }) => [k, v])
    case 'left_anti':
      return alone(left, right).map(({ k, v }) => [k, v])
  }
}

/** Files that differ in digits alone would be one container. */
const letters = (index: number): string =>
  String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26))

const literal = (value: number | string | null) =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`

const sorted = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort()

describe('the rows of a computed join', { concurrency: false }, () => {
  const app = {} as WorkingApp
  let files: Source
  const tables = Array.from({ length: rounds }, (_, seed) => {
    const random = seeded(seed + 1)
    return { left: randomRows(random, 'l'), right: randomRows(random, 'r') }
  })
  const csv = (rows: readonly Row[]) => `k,v\n${rows.map(({ k, v }) => `${k ?? ''},${v ?? ''}`).join('\n')}\n`
  const parquet = (rows: readonly Row[]) =>
    parquetOf(
      [
        'select null::integer as k, null::varchar as v where false',
        ...rows.map(({ k, v }) => `select ${literal(k)}, ${literal(v)}`),
      ].join(' union all '),
    )
  before(async () => {
    Object.assign(app, await startWorkingApp())
    // Every other right side is Parquet, whose rows are copied in another way.
    const written = tables.flatMap(({ left, right }, index) => [
      { name: `left_${letters(index)}.csv`, content: csv(left) },
      index % 2 === 0
        ? { name: `right_${letters(index)}.parquet`, content: parquet(right) }
        : { name: `right_${letters(index)}.csv`, content: csv(right) },
    ])
    files = await app.source(
      Object.fromEntries(
        await Promise.all(written.map(async ({ name, content }) => [name, await content] as const)),
      ),
    )
  })
  after(() => app.close())

  const rowsOf = async (join_type: JoinType, left: number, right: number) => {
    const { database } = app.environment.store
    const text = { select_clause: '*', join_type, left_join_field_name: 'k', right_join_field_name: 'k' }
    const computation = joinOf(text, await joinedSource(database, left), await joinedSource(database, right))
    const { datastore_id } = computation.left
    const { signal } = new AbortController()
    return withContainerSession(app.environment, { datastore_id, computation }, signal, async (session) => {
      const fields = await computedColumns(session, computation)
      const container = {
        name: 'join',
        container_type: 'computed_join',
        file_options: {},
        computation,
      } as const
      const rows = await previewRows(session, { container, fields, filter: null, sort: [], limit: 1000 })
      return rows.map((row) => Object.values(JSON.parse(opened(row)) as object) as unknown[])
    })
  }

  for (const type of ['local', ...Object.keys(tableStores)]) {
    const skip = type === 'mariadb' ? mariadbAbsence : false
    describe(`on ${type}`, { skip }, () => {
      let store: TableStore | undefined
      let source: Source
      before(async () => {
        if (type === 'local') {
          source = files
          return
        }
        store = await tableStores[type]?.(app.folder)
        assert.ok(store)
        const filled = (name: string, rows: readonly Row[]) => [
          `create table ${name} (k integer, v varchar(20))`,
          `insert into ${name} values ${rows.map(({ k, v }) => `(${literal(k)}, ${literal(v)})`).join(', ')}`,
        ]
        await store.run(
          tables.flatMap(({ left, right }, index) => [
            ...filled(`left_${letters(index)}`, left),
            ...filled(`right_${letters(index)}`, right),
          ]),
        )
        source = await datastoreOn(app, type, store)
        await app.ended(await app.trigger(source, { type: 'sync' }))
      })
      after(() => store?.close())

      const compared = async (leftOf: Source, rightOf: Source, most = rounds) => {
        const named = async (of: Source, name: string) => {
          const known = await app.containers(of)
          return (
            known.get(name) ?? known.get(`${name}.csv`) ?? known.get(`${name}.parquet`) ?? assert.fail(name)
          )
        }
        for (const [index, { left, right }] of tables.slice(0, most).entries()) {
          const ids = [
            await named(leftOf, `left_${letters(index)}`),
            await named(rightOf, `right_${letters(index)}`),
          ] as const
          for (const join_type of joinTypes) {
            const expected = sorted(independentJoin(join_type, left, right))
            const title = `${join_type} of ${JSON.stringify({ left, right })}`
            assert.deepEqual(sorted(await rowsOf(join_type, ...ids)), expected, title)
          }
        }
      }

      test('are those of an independent join, when the store joins itself', () => compared(source, source))

      if (type === 'postgresql')
        test('are those of an independent join, when its right side is a file', () =>
          // Each copies the rows of both sides, so that it takes longer.
          compared(source, files, Math.ceil(rounds / 2)))
    })
  }
})
