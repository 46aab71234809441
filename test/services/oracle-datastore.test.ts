import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oracleTables, type OracleTables } from '../harness/oracle-tables.ts'
import { sqlglotAbsence } from '../harness/sqlglot.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'
import { orderChecks, scannedTable } from './scanned-tables.ts'

const unnamed = '"ID":2,"CUSTOMER":null,"PRICE":-1.50,"STATE":"open  ","SEEN":"2026-01-02 00:00:01"'
const grace = '"ID":3,"CUSTOMER":"grace","PRICE":12.00,"STATE":"shut  ","SEEN":"2026-01-01 23:59:59"'
const kay = '"ID":3,"CUSTOMER":"kay","PRICE":10.00,"STATE":null,"SEEN":"2026-01-03 00:00:00"'

/** What a service makes of a datastore on Oracle, from its connection to anomalies; its server is a double, whose tables are in DuckDB. */
describe('a datastore on Oracle in translation', { skip: sqlglotAbsence }, () => {
  let app: WorkingApp
  let at: OracleTables
  before(async () => {
    app = await startWorkingApp()
    at = await oracleTables()
    await at.make(
      'ORDERS',
      [
        { name: 'ID', type: 'NUMBER', precision: 18, scale: 0 },
        { name: 'CUSTOMER', type: 'VARCHAR2', byteSize: 100 },
        { name: 'PRICE', type: 'NUMBER', precision: 18, scale: 2 },
        { name: 'STATE', type: 'CHAR', byteSize: 6 },
        { name: 'SEEN', type: 'DATE' },
      ],
      [
        `create table shop."ORDERS" ("ID" decimal(18, 0), "CUSTOMER" text, "PRICE" decimal(18, 2), "STATE" text, "SEEN" timestamp)`,
        `insert into shop."ORDERS" values (1, 'ada', 9.99, 'open  ', '2026-01-02 08:00:00'), (2, null, -1.50, 'open  ', '2026-01-02 00:00:01'),
         (3, 'grace', 12.00, 'shut  ', '2026-01-01 23:59:59'), (3, 'kay', 10.00, null, '2026-01-03 00:00:00')`,
      ],
    )
  })
  after(async () => {
    await app.close()
    await at.close()
  })

  test('is connected, tested, synced and scanned, and its anomalies say what is wrong', async () => {
    const { host, port, username, password } = at.double.connection
    const { container_id, remark, found } = await scannedTable(app, {
      connection: {
        type: 'oracle',
        host,
        port,
        username,
        password,
        parameters: { service_name: 'ORCLPDB1' },
      },
      place: { database: 'ORCLPDB1', schema: '"shop"' },
      table: 'ORDERS',
      checks: orderChecks((column) => column.toUpperCase()),
    })
    assert.match(remark, /^This connector has never met an Oracle Database/)
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
      properties: { expression: 'dbms_random.seed(1) is null' },
    })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /calls a package of the server/)
  })
})
