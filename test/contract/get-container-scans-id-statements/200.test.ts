import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, scanned } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

interface Shown {
  partition_name: string | null
  sql: string
  milliseconds: number
  rows: number
  check_ids: number[]
  refused: boolean
}

describeRuns('GET /container-scans/{id}/statements', (app) => {
  let source: Source
  let path = ''
  const ids: Record<string, number> = {}
  before(async () => {
    source = await app.source({
      'p_1.csv': 'id,price\n1,-11\n2,-12\n3,3\n',
      'p_2.csv': 'id,price\n1,5\n4,7\n',
    })
    ids['negative'] = await app.check(source, 'p_*.csv', { rule: 'notNegative', fields: ['price'] })
    ids['great'] = await app.check(source, 'p_*.csv', {
      rule: 'maxValue',
      fields: ['price'],
      properties: { value: 4711 },
      filter: "id <> 815 and 'hidden' <> 'text'",
    })
    ids['covered'] = await app.check(source, 'p_*.csv', {
      rule: 'minValue',
      fields: ['price'],
      properties: { value: 0 },
      coverage: 0.9,
    })
    ids['unique'] = await app.check(source, 'p_*.csv', { rule: 'unique', fields: ['id'] })
    ids['broken'] = await app.check(source, 'p_*.csv', {
      rule: 'satisfiesExpression',
      properties: { expression: "cast('x' || price as integer) = 1" },
    })
    const { container_scans } = await scanned(app, source)
    path = `/api/container-scans/${container_scans[0].id}/statements`
  })
  const shown = async (query = ''): Promise<Shown[]> => {
    const { status, body } = await app.ask('GET', `${path}${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items
  }
  const named = (checks: readonly number[]) =>
    Object.keys(ids).filter((name) => checks.includes(ids[name] ?? 0))

  test('has what each part was counted and read by, with the checks that it served, and what concluded the container', async () => {
    const statements = await shown()
    const answered = (part: string | null) =>
      statements.filter(({ partition_name, refused }) => partition_name === part && !refused)
    // What the source refuses is looked for by halves, so that the others are counted in several.
    const counted = (part: string) => answered(part).filter(({ sql }) => /select (?:count|sum)/.test(sql))
    const read = (part: string | null) =>
      answered(part)
        .filter((one) => part === null || !counted(part).includes(one))
        .map(({ check_ids, rows }) => [named(check_ids), rows])
    for (const part of ['p_1.csv', 'p_2.csv'])
      assert.deepEqual(named(counted(part).flatMap(({ check_ids }) => check_ids)), [
        'negative',
        'great',
        'covered',
        'unique',
      ])
    // The rows of one check, and the sample of the other.
    assert.deepEqual(read('p_1.csv'), [
      [['negative'], 2],
      [['covered'], 2],
    ])
    assert.deepEqual(read('p_2.csv'), [])
    // The first row that does not ascend, and those that are not unique.
    assert.deepEqual(read(null), [
      [['unique'], 1],
      [['unique'], 2],
    ])
    assert.ok(
      statements.some(({ refused, check_ids }) => refused && named(check_ids).join() === 'broken'),
      'what the source refused is there too',
    )
    for (const { milliseconds } of statements) assert.ok(Number.isInteger(milliseconds) && milliseconds >= 0)
    assert.deepEqual(await shown('?page=2&size=3'), statements.slice(3, 6))
  })

  test('shows neither paths nor constants of text, nor numbers once a field is masked', async () => {
    const before = await shown()
    const text = before.map(({ sql }) => sql).join('\n')
    assert.match(text, /4711/)
    assert.match(text, /815/)
    assert.doesNotMatch(text, /hidden|\.csv|\/tmp|assay-/)
    await setPrice('masked')
    const after = await shown()
    assert.equal(after.length, before.length)
    assert.doesNotMatch(after.map(({ sql }) => sql).join('\n'), /4711|815/)
  })

  test('keeps no number of a scan with masked fields, whoever unmasks them later', async () => {
    const { container_scans } = await scanned(app, source)
    await setPrice('active')
    const { body: page } = await app.ask('GET', `/api/container-scans/${container_scans[0].id}/statements`)
    assert.ok(page.total > 3)
    assert.doesNotMatch(JSON.stringify(page.items.map(({ sql }: Shown) => sql)), /4711|815/)
  })

  test('is for a Reporter, and not there for those who do not see the datastore', async () => {
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    const stranger = await app.user('Member')
    assert.equal((await app.ask('GET', path, undefined, reporter)).status, 200)
    await assertRefused(app, () => app.ask('GET', path, undefined, stranger), 404, 'not_found')
  })

  test('has those of the last five scans of a container, and none of older ones', async () => {
    const scans: number[] = []
    for (let scan = 0; scan < 5; scan++) scans.push((await scanned(app, source)).container_scans[0].id)
    const totals: number[] = []
    for (const scan of scans)
      totals.push((await app.ask('GET', `/api/container-scans/${scan}/statements`)).body.total)
    assert.deepEqual(
      totals.map((total) => total > 0),
      [true, true, true, true, true],
    )
    assert.deepEqual(await shown(), [])
  })

  const setPrice = async (status: 'masked' | 'active') => {
    const id = (await app.containers(source)).get('p_*.csv')
    const now = status === 'masked' ? 'active' : 'masked'
    const { body } = await app.ask('GET', `/api/fields?container=${id}&status=${now}`)
    const field = body.items.find(({ name }: { name: string }) => name === 'price')
    const answer = await app.ask('PUT', `/api/fields/${field.id}`, { status })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
})
