import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { toldAnomalies } from '../harness/triage-stories.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const sales = csv(
  ['id', 'Salary', 'price'],
  [
    [1, 5000, 870_411],
    [2, 6000, 3],
  ],
)

describe('masking a field that only the filter of a check reads', () => {
  let app: WorkingApp
  before(async () => void (app = await startWorkingApp()))
  after(() => app.close())

  const mask = async (source: Source) => {
    const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=Salary`)
    assert.equal((await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status: 'masked' })).status, 200)
  }
  const sum = { rule: 'sum', fields: ['price'], properties: { value: 7 }, filter: 'salary = 5000' }
  const metric = { rule: 'metric', fields: ['price'], filter: 'salary = 5000' }
  const told = async (source: Source) =>
    (await toldAnomalies(app, source)).map(({ message }) => message).join()

  test('withholds what was computed from the rows that it chose', async () => {
    const source = await app.source({ 'sales.csv': sales })
    await app.check(source, 'sales.csv', sum)
    await app.scan(source)
    assert.match(await told(source), /870411/)
    await mask(source)
    assert.doesNotMatch(await told(source), /870411/)
    assert.match(await told(source), /withheld/)
  })

  test('withholds it also where the filter was another one since', async () => {
    const source = await app.source({ 'sales.csv': sales })
    const properties = { comparison: 'Absolute Value', max: 1 }
    const check = await app.check(source, 'sales.csv', { ...metric, properties })
    await app.scan(source)
    assert.match(await told(source), /870411/)
    const measured = async () =>
      (await app.ask('GET', `/api/quality-checks/${check}`)).body.measurements.length
    assert.equal(await measured(), 1)
    const changed = await app.ask('PUT', `/api/quality-checks/${check}`, { filter: 'id = 1' })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await mask(source)
    assert.doesNotMatch(await told(source), /870411/)
    assert.equal(await measured(), 0)
  })
})
