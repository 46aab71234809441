import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { verdictsOf } from '../harness/findings.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** It runs for so long that its server is seen to be busy with it. */
const deadly = '(select count(*) from generate_series(1, 3000000000)) + price > 0'

/** What stands for a server that ends over a statement is one whose connections are reset as soon as it is seen to run that statement. */
describe('a check whose SQL ends the server', { timeout: 120_000 }, () => {
  let app: WorkingApp
  let store: TableStore
  let network: CutProxy
  let source: Source
  let ends = 0

  before(async () => {
    app = await startWorkingApp()
    store = (await tableStores['postgresql']?.('')) ?? assert.fail()
    await store.run([
      'create table sales (id int primary key, price int)',
      'insert into sales select id, id - 2 from generate_series(1, 10) as id',
    ])
    const direct = store.connection as { host: string; port: number }
    network = await cutProxy(direct.host, direct.port)
    const through = { host: '127.0.0.1', port: network.port, parameters: { sslmode: 'disable' } }
    source = await datastoreOn(app, 'postgresql', { ...store, connection: { ...direct, ...through } })
    assert.equal((await app.ended(await app.trigger(source, { type: 'sync' }))).result, 'success')
    for (const [description, expression] of [
      ['deadly', deadly],
      ['written', 'price <> 5'],
    ] as const)
      await app.check(source, 'sales', {
        rule: 'satisfiesExpression',
        properties: { expression },
        description,
      })
    await app.check(source, 'sales', { rule: 'notNegative', fields: ['price'], description: 'own' })
  })
  after(async () => {
    await app.close()
    await network.close()
    await store.close()
  })

  /** Ends the connections, and then what still runs on the server, whenever it runs the deadly SQL, until that work is done. */
  const whileServerEnds = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let isWatched = true
    const watching = endOver(() => isWatched)
    try {
      return await work()
    } finally {
      isWatched = false
      await watching
    }
  }
  const endOver = async (isWatched: () => boolean): Promise<void> => {
    const running = `from pg_stat_activity where query like '%3000000000%' and state = 'active' and pid <> pg_backend_pid()`
    const owner = new Client({ connectionString: store.url })
    await owner.connect()
    while (isWatched()) {
      const { rowCount } = await owner.query(`select ${running}`)
      if (rowCount) {
        ends += 1
        network.breakAll('reset')
        await owner.query(`select pg_terminate_backend(pid, 5000) ${running}`)
      }
      await pause(20)
    }
    await owner.end()
  }

  test('is tried once more, then it is unasserted with that reason, and the checks beside it are judged', async () => {
    const scan = await whileServerEnds(() => app.scan(source))
    assert.equal(ends, 2)
    await assertJudged(scan)
  })

  test('is tried anew by a run that is resumed', async () => {
    ends = 0
    await whileServerEnds(async () => {
      const id = await app.trigger(source, { type: 'scan' })
      while (!(await isTriedAgain(id))) await pause(20)
      assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
      assert.equal((await app.ended(id)).result, 'aborted')
      assert.equal((await app.ask('PUT', `/api/operations/run/${id}`)).status, 200)
      await assertJudged(await app.ended(id))
    })
    assert.equal(ends, 3)
  })

  const isTriedAgain = async (operationId: number): Promise<boolean> => {
    const { database } = app.environment.store
    const units = database.selectFrom('units').select('failures').where('operation_id', '=', operationId)
    return (await units.execute()).some(({ failures }) => failures > 0)
  }

  const assertJudged = async (scan: {
    result: string
    message: string
    container_scans: [{ id: number }]
  }) => {
    assert.equal(scan.result, 'success', scan.message)
    const verdicts = await verdictsOf(app, scan.container_scans[0].id)
    assert.deepEqual(
      ['own', 'written', 'deadly'].map((name) => verdicts.get(name)?.result),
      ['failed', 'failed', 'unasserted'],
    )
    assert.match(
      verdicts.get('deadly')?.details ?? '',
      /^The connection to the source was lost 2 times while it evaluated this check, so it was not asked again:/,
    )
  }
})
