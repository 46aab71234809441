import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oracleTables, type OracleTables } from '../harness/oracle-tables.ts'
import { untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { sqlglotAbsence } from '../harness/sqlglot.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

const checks = [
  { rule: 'notNull', description: 'customer', fields: ['CUSTOMER'] },
  { rule: 'notNegative', description: 'price', fields: ['PRICE'] },
  { rule: 'unique', description: 'unique', fields: ['ID'] },
  {
    rule: 'afterDateTime',
    description: 'seen',
    fields: ['SEEN'],
    properties: { datetime: '2026-01-02T00:00:00Z' },
  },
  { rule: 'expectedValues', description: 'state', fields: ['STATE'], properties: { list: ['', 'open'] } },
  {
    rule: 'satisfiesExpression',
    description: 'fits',
    properties: { expression: "price <= 10 or state = 'open'" },
  },
]

/** What a service makes of a datastore on Oracle, from its connection to anomalies; its server is a double, whose tables are in DuckDB. */
describe('a datastore on Oracle in translation', { skip: sqlglotAbsence }, () => {
  let app: WorkingApp
  let at: OracleTables
  const ask: Asking = async (method, path, body) => {
    const answer = await app.ask(method as 'GET', `/api${path}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
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
    const parameters = { service_name: 'ORCLPDB1' }
    const { id: connection_id } = await ask('POST', '/connections', {
      name: 'oracle',
      type: 'oracle',
      host,
      port,
      username,
      password,
      parameters,
    })
    const tested = await ask('POST', `/connections/${connection_id}/test`)
    assert.equal(tested.connected, true)
    assert.match(tested.remark, /^This connector has never met an Oracle Database/)
    const { id } = await ask('POST', '/datastores', {
      name: 'shop',
      connection_id,
      database: 'ORCLPDB1',
      schema: '"shop"',
    })
    const sync = await untilEnded(
      ask,
      (await ask('POST', '/operations/run', { type: 'sync', datastore_id: id })).id,
    )
    assert.equal(sync.result, 'success', JSON.stringify(sync))
    const { items } = await ask('GET', `/containers?datastore=${id}`)
    assert.deepEqual(
      items.map(({ name }: Body) => name),
      ['ORDERS'],
    )
    for (const check of checks) await ask('POST', '/quality-checks', { container_id: items[0].id, ...check })
    const run = await untilEnded(
      ask,
      (await ask('POST', '/operations/run', { type: 'scan', datastore_id: id })).id,
    )
    assert.notEqual(run.result, 'failure', JSON.stringify(run))
    const anomalies = await ask('GET', `/anomalies?datastore=${id}&limit=100`)
    const told = anomalies.items.flatMap(({ failed_checks, anomalous_records_count }: Body) =>
      failed_checks.map(({ quality_check }: Body) => [quality_check.description, anomalous_records_count]),
    )
    assert.deepEqual(told.toSorted(), [
      ['customer', 1],
      ['fits', 1],
      ['price', 1],
      ['seen', 1],
      ['state', 1],
      ['unique', 1],
    ])
    const refused = await app.ask('POST', '/api/quality-checks', {
      container_id: items[0].id,
      rule: 'satisfiesExpression',
      description: 'fenced',
      properties: { expression: 'dbms_random.seed(1) is null' },
    })
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /calls a package of the server/)
  })
})
