import assert from 'node:assert/strict'
import type { ConnectionValues } from '../../src/connectors/connector.ts'
import { untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import type { WorkingApp } from '../harness/working-app.ts'

/** A table of a server that a service has not met yet. */
interface NewTable {
  /** The connection, with its type. */
  connection: ConnectionValues & { type: string }
  /** Members of the datastore that say where the table is. */
  place: object
  /** The only table there. */
  table: string
  checks: readonly { rule: string; description: string; [member: string]: unknown }[]
}

/** What the service made of it. */
interface ScannedTable {
  container_id: number
  /** What the test of the connection says of its type. */
  remark: string
  /** A failed check each, by its description: how many rows fail it, and those rows as texts of JSON without their braces, in any fixed order. */
  found: Record<string, [count: number, ...rows: string[]]>
}

/** Checks of a table with the columns id, customer, price, state and seen, which `named` writes as the store does. */
export function orderChecks(named: (column: string) => string): NewTable['checks'] {
  const of = (rule: string, column: string, properties: object = {}) => ({
    rule,
    description: column,
    fields: [named(column)],
    properties,
  })
  return [
    of('notNull', 'customer'),
    of('notNegative', 'price'),
    of('unique', 'id'),
    of('afterDateTime', 'seen', { datetime: '2026-01-02T00:00:00Z' }),
    of('expectedValues', 'state', { list: ['', 'open'] }),
    {
      rule: 'satisfiesExpression',
      description: 'expression',
      properties: { expression: "price <= 10 or state = 'open'" },
    },
  ]
}

/** Connects the service to the table, tests the connection, syncs, makes the checks and scans; each must succeed. */
export async function scannedTable(
  app: WorkingApp,
  { connection, place, table, checks }: NewTable,
): Promise<ScannedTable> {
  const ask: Asking = async (method, path, body) => {
    const answer = await app.ask(method as 'GET', `/api${path}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { id: connection_id } = await ask('POST', '/connections', { name: table, ...connection })
  const { connected, remark } = await ask('POST', `/connections/${connection_id}/test`)
  assert.equal(connected, true)
  const { id: datastore_id } = await ask('POST', '/datastores', { name: table, connection_id, ...place })
  const succeeded = async (type: string): Promise<void> => {
    const { id } = await ask('POST', '/operations/run', { type, datastore_id })
    const run = await untilEnded(ask, id)
    assert.equal(run.result, 'success', JSON.stringify(run))
  }
  await succeeded('sync')
  const { items } = await ask('GET', `/containers?datastore=${datastore_id}`)
  assert.deepEqual(
    items.map(({ name }: Body) => name),
    [table],
  )
  const container_id = items[0].id
  for (const check of checks) await ask('POST', '/quality-checks', { container_id, ...check })
  await succeeded('scan')
  const anomalies = await ask('GET', `/anomalies?datastore=${datastore_id}&size=100`)
  const found: ScannedTable['found'] = {}
  for (const { id, failed_checks, anomalous_records_count } of anomalies.items) {
    const { source_record } = await ask('GET', `/anomalies/${id}/source-record`)
    for (const { quality_check } of failed_checks) {
      assert.ok(!(quality_check.description in found), 'one anomaly for each check')
      found[quality_check.description] = [anomalous_records_count, ...rowsOf(source_record)]
    }
  }
  return { container_id, remark, found }
}

/** The rows as they are sent: a number that is read would lose its digits. */
const rowsOf = (source_record: string): string[] => source_record.slice(2, -2).split('},{').toSorted()
