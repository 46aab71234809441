import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databricksTables, type DatabricksTables } from '../harness/databricks-tables.ts'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { orderChecks, scannedTable } from './scanned-tables.ts'

const unnamed = '"id":2,"customer":null,"price":-1.50,"state":"open","seen":"2026-01-02 00:00:00.000001Z"'
const grace =
  '"id":9007199254740993,"customer":"grace","price":12.00,"state":"shut","seen":"2026-01-01 23:59:59.999999Z"'
const kay = '"id":9007199254740993,"customer":"kay","price":10.00,"state":null,"seen":"2026-01-03 00:00:00Z"'

/** What a service makes of a datastore on Databricks, from its connection to anomalies; it is a double in front of a server of Spark. */
describe('a datastore on Databricks in front of Spark', { skip: sparkAbsence }, () => {
  let app: WorkingApp
  let at: DatabricksTables
  before(async () => {
    app = await startWorkingApp()
    at = await databricksTables()
    await at.run([
      'create table orders (id bigint, customer string, price decimal(18, 2), state string, seen timestamp)',
      `insert into orders values (1, 'ada', 9.99, 'open', timestamp '2026-01-02 08:00:00Z'),
       (2, null, -1.50, 'open', timestamp '2026-01-02 00:00:00.000001Z'),
       (9007199254740993, 'grace', 12.00, 'shut', timestamp '2026-01-01 23:59:59.999999Z'),
       (9007199254740993, 'kay', 10.00, null, timestamp '2026-01-03 00:00:00Z')`,
    ])
  })
  after(async () => {
    await app.close()
    await at.close()
  })

  test('is connected, tested, synced and scanned, and its anomalies say what is wrong', async () => {
    const { database, schema } = at.double.target
    const { container_id, remark, found } = await scannedTable(app, {
      connection: { type: 'databricks', ...at.double.connection },
      place: { database, schema },
      table: 'orders',
      checks: orderChecks((column) => column),
    })
    assert.match(remark, /^This connector has never met Databricks/)
    assert.deepEqual(found, {
      customer: [1, unnamed],
      price: [1, unnamed],
      seen: [1, grace],
      state: [1, grace],
      expression: [1, grace],
      id: [1, grace, kay],
    })
    const refused = await app.ask('POST', '/api/quality-checks', {
      container_id,
      rule: 'satisfiesExpression',
      description: 'fenced',
      properties: { expression: `secret('scope', 'key') is null` },
    })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /asks another service/)
    assert.equal(at.double.running, 0)
  })
})
