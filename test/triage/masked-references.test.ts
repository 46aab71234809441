import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordsOfAnomaly, toldAnomalies } from '../harness/triage-stories.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const salaries = `id,salary,name\n1,870411,k7q-ann\n2,870412,k7q-bob\n`
const budgets = `id,salary,name\n1,5,ann\n2,6,bob\n`
const secrets = ['870411', '870412', 'k7q-']

describe('masking a field that checks of other containers read', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  const mask = async (source: Source, container: string): Promise<void> => {
    const id = (await app.containers(source)).get(container)
    const { body } = await app.ask('GET', `/api/containers/${id}/fields`)
    for (const field of body.items ?? body)
      if (['salary', 'name'].includes(field.name))
        assert.equal((await app.ask('PUT', `/api/fields/${field.id}`, { status: 'masked' })).status, 200)
  }
  const addChecks = async (source: Source): Promise<void> => {
    const ref_container_id = (await app.containers(source)).get('salaries.csv')
    await app.check(source, 'budgets.csv', {
      rule: 'aggregationComparison',
      properties: {
        expression: 'max(id)',
        comparison: 'gt',
        ref_container_id,
        ref_expression: 'max(salary)',
      },
    })
    await app.check(source, 'budgets.csv', {
      rule: 'dataDiff',
      fields: ['salary', 'name'],
      properties: { ref_container_id, id_field_names: ['id'] },
    })
    await app.check(source, 'budgets.csv', {
      rule: 'aggregationComparison',
      properties: {
        expression: 'min(id)',
        comparison: 'gt',
        ref_container_id,
        ref_expression: 'max(case when id > 0 then cast(name as integer) end)',
      },
    })
  }
  /** All that is told of the container with the checks: anomalies, their records, verdicts and logs. */
  const told = async (source: Source): Promise<string> => {
    const anomalies = await toldAnomalies(app, source)
    const records = []
    for (const { id } of anomalies) records.push(await recordsOfAnomaly(app, id))
    const runs = await app.ask('GET', `/api/operations?datastore=${source.datastore_id}&size=100`)
    const rest = []
    for (const { id } of runs.body.items) {
      rest.push((await app.ask('GET', `/api/operations/${id}/logs?size=100`)).body)
      rest.push((await app.ask('GET', `/api/operations/${id}/scan-checks?size=100`)).body)
    }
    return JSON.stringify([anomalies, records, runs.body, rest])
  }
  const shown = (text: string) => secrets.filter((secret) => text.includes(secret))

  test('takes its values out of their messages, records, verdicts and logs', async () => {
    const source = await app.source({ 'salaries.csv': salaries, 'budgets.csv': budgets })
    await addChecks(source)
    await app.scan(source)
    assert.deepEqual(shown(await told(source)), secrets)
    await mask(source, 'salaries.csv')
    const after = await told(source)
    assert.deepEqual(shown(after), [])
    assert.match(after, /withheld/)
    assert.match(after, /\*\*\*MASKED\*\*\*/)
    await app.scan(source)
    assert.deepEqual(shown(await told(source)), [])
  })
})
