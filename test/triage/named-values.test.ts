import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { toldAnomalies } from '../harness/triage-stories.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Rows whose statuses take turns; the first row is fine. */
const orders = (count: number, statuses: readonly string[]) =>
  csv(
    ['id', 'status'],
    [[0, 'open'], ...Array.from({ length: count }, (_, row) => [row + 1, statuses[row % statuses.length]])],
  )

describe('expectedValues that fails in too many rows to list them', () => {
  let app: WorkingApp
  before(async () => void (app = await startWorkingApp()))
  after(() => app.close())

  const failing = async (content: string, settings: object = {}) => {
    const source = await app.source({ 'orders.csv': content })
    const check = {
      rule: 'expectedValues',
      fields: ['status'],
      properties: { list: ['open'] },
      coverage: 0.9,
    }
    await app.check(source, 'orders.csv', check)
    await app.scan(source, settings)
    return source
  }
  const message = async (source: Source) => {
    const [told, ...others] = await toldAnomalies(app, source)
    assert.deepEqual(others, [])
    assert.equal(told?.message, told?.failed_checks[0]?.message)
    return told?.message
  }
  const setStatus = async (source: Source, status: string) => {
    const { body } = await app.ask(
      'GET',
      `/api/fields?datastore=${source.datastore_id}&name=status&status=active&status=masked`,
    )
    assert.equal((await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status })).status, 200)
  }

  test('says which values it found, each once', async () => {
    const source = await failing(orders(9, ['Open', 'gone', 'Open']))
    assert.equal(
      await message(source),
      'In `status`, 90.000% of 10 records (9) do not appear in the list of expected values. Among them: `Open`, `gone`.',
    )
  })

  test('names a handful of many values', async () => {
    const source = await failing(orders(9, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']))
    assert.match((await message(source)) ?? '', / Among them: `a`, `b`, `c`, `d`, `e`\.$/)
  })

  test('hides them once the field is masked, and brings them back when it is shown again', async () => {
    const source = await failing(orders(9, ['k7q', 'm8r']))
    const shown = await message(source)
    await setStatus(source, 'masked')
    const hidden = /\(9\) do not .* Among them: `<masked>`, `<masked>`\.$/
    assert.match((await message(source)) ?? '', hidden)
    await app.scan(source)
    assert.match((await message(source)) ?? '', hidden)
    await setStatus(source, 'active')
    assert.equal(await message(source), shown)
  })

  test('hides them too where a scan of what is new has left the anomaly as it was', async () => {
    const source = await app.source({ 'orders.csv': orders(9, ['k7q']) })
    const container = (await app.containers(source)).get('orders.csv')
    const change = await app.ask('PUT', `/api/containers/${container}`, { incremental_field_name: 'id' })
    assert.equal(change.status, 200, JSON.stringify(change.body))
    const check = {
      rule: 'expectedValues',
      fields: ['status'],
      properties: { list: ['open'] },
      coverage: 0.9,
    }
    await app.check(source, 'orders.csv', check)
    await app.scan(source, { incremental: true })
    const shown = await message(source)
    assert.match(shown ?? '', /`k7q`/)
    source.write({ 'orders.csv': `${orders(9, ['k7q'])}20,k7q\n` })
    await app.scan(source, { incremental: true })
    assert.match((await message(source)) ?? '', /`k7q`/)
    await setStatus(source, 'masked')
    assert.doesNotMatch((await message(source)) ?? '', /k7q/)
    await setStatus(source, 'active')
    assert.match((await message(source)) ?? '', /`k7q`/)
  })
})
