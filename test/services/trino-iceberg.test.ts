import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { trinoAbsence, trinoSource, type TrinoSource } from '../harness/trino-source.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a datastore of Iceberg tables in Trino', { skip: trinoAbsence }, () => {
  let app: WorkingApp
  let source: TrinoSource
  let ask: Asking
  let datastore_id: number
  before(async () => {
    app = await startWorkingApp()
    app.environment.sources.keeps_unchanged = true
    source = await trinoSource('iceberg')
    ask = async (method, path, body) => {
      const answer = await app.ask(method as 'GET', `/api${path}`, body)
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    await source.run([
      'create table customers as select * from (values 1, 2) as t (id)',
      `create table orders as select * from (values (1, 1, 'a'), (2, 1, null), (3, 7, 'c')) as t (id, customer_id, name)`,
    ])
    const connection = await ask('POST', '/connections', {
      name: 'Trino',
      type: 'trino',
      ...source.connection,
    })
    const { database, schema } = source.target
    const members = { name: 'Lake', connection_id: connection.id, database, schema }
    datastore_id = (await ask('POST', '/datastores', members)).id
    const { id } = await ask('POST', '/operations/run', { type: 'sync', datastore_id })
    assert.equal((await untilEnded(ask, id)).result, 'success')
    const container_id = await idOf('orders')
    const checks = [
      { rule: 'notNull', fields: ['name'], description: 'name' },
      { rule: 'unique', fields: ['id'], description: 'unique' },
    ]
    for (const check of checks) await ask('POST', '/quality-checks', { container_id, ...check })
  })
  after(async () => {
    await app.close()
    await source.close()
  })

  const idOf = async (name: string): Promise<number> => {
    const { items } = await ask('GET', `/containers?datastore=${datastore_id}`)
    return items.find((one: Body) => one.name === name)?.id ?? assert.fail(`there is no ${name}`)
  }

  /** The container scan of the orders in a scan of all, which must succeed. */
  const scanned = async (): Promise<Body> => {
    const { id } = await ask('POST', '/operations/run', { type: 'scan', datastore_id })
    const run = await untilEnded(ask, id)
    assert.equal(run.result, 'success', run.message)
    const scan = run.container_scans.find(({ container }: Body) => container.name === 'orders')
    return ask('GET', `/container-scans/${scan.id}`)
  }

  const unchangedSince = ({ partition_scans }: Body): number | null => partition_scans[0].unchanged_since

  /** The snapshots that the statements of a container scan name, each once. */
  const snapshotsIn = async (scan: Body): Promise<string[]> => {
    const statements: Body = await ask('GET', `/container-scans/${scan.id}/statements`)
    const named = JSON.stringify(statements).matchAll(/for version as of (-?\d+)/g)
    return [...new Set([...named].map(([, id = '']) => id))]
  }

  test('is read at the newest snapshot, which the statements of its scan name, and not again before there is another one', async () => {
    const first = await scanned()
    const newest = async () =>
      (
        await source.run([`select cast(snapshot_id as varchar) from "orders$refs" where name = 'main'`])
      ).flat()
    assert.deepEqual(await snapshotsIn(first), await newest())
    assert.equal(unchangedSince(first), null)
    assert.equal(first.anomaly_count, 1)

    const second = await scanned()
    assert.equal(unchangedSince(second), first.operation_id)
    assert.deepEqual(
      [second.anomaly_count, second.records_processed],
      [first.anomaly_count, first.records_processed],
    )

    await source.run([`insert into orders values (4, 2, null), (4, 2, 'd')`])
    const third = await scanned()
    assert.equal(unchangedSince(third), null)
    assert.equal(third.records_processed, 5)
    assert.deepEqual(await snapshotsIn(third), await newest())
    assert.equal(third.anomaly_count, 3)
  })

  test('is read at one snapshot in checks that refer to another table of it, too', async () => {
    const check = {
      rule: 'existsIn',
      fields: ['customer_id'],
      properties: { ref_container_id: await idOf('customers'), field_name: 'id' },
      description: 'customer',
    }
    await ask('POST', '/quality-checks', { container_id: await idOf('orders'), ...check })
    const scan = await scanned()
    assert.equal((await snapshotsIn(scan)).length, 2, 'that of each table')
  })
})
