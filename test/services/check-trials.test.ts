import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mariadbAbsence } from '../harness/mariadb-absence.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const values = Array.from(
  { length: 12 },
  (_, id) => [id + 1, `n${id % 5}`, id % 3 === 0 ? -id - 1 : id] as const,
)
const statements = [
  'create table people (id bigint, name varchar(20), age bigint)',
  `insert into people values ${values.map(([id, name, age]) => `(${id}, '${name}', ${age})`).join(', ')}`,
]
const checks = [
  { rule: 'notNegative', fields: ['age'] },
  { rule: 'notNegative', fields: ['age'], coverage: 0.9, filter: 'id > 0' },
  { rule: 'matchesPattern', fields: ['name'], properties: { pattern: '[0-3]$' } },
  { rule: 'unique', fields: ['name'] },
  { rule: 'isAddress', fields: ['name'], properties: { required_labels: ['road'] } },
  { rule: 'sum', fields: ['age'], properties: { value: 1 } },
  { rule: 'satisfiesExpression', properties: { expression: 'id < 100' } },
  { rule: 'minPartitionSize', properties: { value: 13 } },
  { rule: 'fieldCount', properties: { value: 4 } },
]

interface Shown {
  type: string
  message: string
  anomalous_records_count: number | null
}

interface Tried {
  anomalies: Shown[]
  assertion_result: string
  asserted_records: number
  anomalous_records: number
}

const inOrder = (anomalies: readonly Shown[]) =>
  anomalies
    .map(({ type, message, anomalous_records_count }) => ({ type, message, anomalous_records_count }))
    .sort((one, other) => (one.message < other.message ? -1 : 1))

describe('a dry run finds what a scan finds', () => {
  let app: WorkingApp
  const stores: TableStore[] = []
  before(async () => void (app = await startWorkingApp()))
  after(async () => {
    await app.close()
    for (const store of stores) await store.close()
  })

  async function tableSource(type: string): Promise<Source> {
    const store = await (tableStores[type] ?? assert.fail(type))(app.folder)
    stores.push(store)
    await store.run(statements)
    const source = await datastoreOn(app, type, store)
    await app.ended(await app.trigger(source, { type: 'sync' }))
    return source
  }

  async function compare(source: Source, container: string, rows: number): Promise<void> {
    const made: number[] = []
    for (const check of checks) made.push(await app.check(source, container, { ...check, status: 'Draft' }))
    const tried = new Map<number, Tried>()
    for (const id of made) {
      const { status, body } = await app.ask('POST', `/api/quality-checks/${id}/dry-run`, {})
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.success, true, body.message)
      tried.set(id, body)
    }
    await app.ask(
      'PATCH',
      '/api/quality-checks',
      made.map((id) => ({ id, status: 'Active' })),
    )
    const scan = await app.scan(source)
    assert.equal(scan.result, 'success', scan.message)
    const [{ id: scanId }] = scan.container_scans
    const results = (await app.ask('GET', `/api/container-scans/${scanId}/checks?size=100`)).body.items
    const { items } = (await app.ask('GET', `/api/container-scans/${scanId}/anomalies?size=100`)).body
    for (const id of made) {
      const own = results.find((one: { id: number }) => one.id === id)
      const found = tried.get(id)
      assert.deepEqual(
        [found?.assertion_result, found?.asserted_records, found?.anomalous_records],
        [own.assertion_result, own.asserted_records, own.anomalous_records],
        `check ${id}`,
      )
      const shapes = items.filter(
        ({ type, failed_checks }: { type: string; failed_checks: { quality_check: { id: number } }[] }) =>
          type === 'shape' && failed_checks.some(({ quality_check }) => quality_check.id === id),
      )
      const wouldBe = found?.anomalies.filter(({ type }) => type === 'shape') ?? []
      assert.deepEqual(inOrder(wouldBe), inOrder(shapes), `check ${id}`)
    }
    const id = (await app.containers(source)).get(container)
    const { body } = await app.ask('GET', `/api/containers/${id}/source-records?limit=100&sort_columns=id`)
    assert.deepEqual(
      body.items.map(({ record }: { record: object }) => Object.values(record)),
      values.slice(0, rows),
    )
  }

  // How stores differ is for the examples of the rules; ASSAY_FULL=1 tries them all.
  const tried = process.env['ASSAY_FULL'] === '1' ? Object.keys(tableStores) : ['postgresql', 'sqlite']
  for (const type of tried)
    test(`in tables of ${type}`, { skip: type === 'mariadb' && mariadbAbsence }, async () => {
      await compare(await tableSource(type), 'people', values.length)
    })

  test('in files, over several partitions', async () => {
    const csvOf = (rows: readonly (readonly unknown[])[]) =>
      `${['id,name,age', ...rows.map((row) => row.join(','))].join('\n')}\n`
    const source = await app.source({
      'people_2026-01-01.csv': csvOf(values.slice(0, 5)),
      'people_2026-01-02.csv': csvOf(values.slice(5)),
    })
    const [[name = ''] = []] = [...(await app.containers(source))]
    await compare(source, name, values.length)
  })
})
