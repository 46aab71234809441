import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { startLoggedServer, type LoggedServer } from '../harness/logged-server.ts'
import { onServer } from '../harness/postgres-source.ts'
import { datastoreOn } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 50 : 3

describe('a scan of a PostgreSQL server that breaks down and starts again', { timeout: 900_000 }, () => {
  let app: WorkingApp
  let server: LoggedServer
  let network: CutProxy
  let source: Source
  before(async () => {
    app = await startWorkingApp()
    server = await startLoggedServer()
    await onServer(server.url, [
      'create table sales (id int primary key, price int)',
      'insert into sales select id, id % 100 - 2 from generate_series(1, 2500) as id',
    ])
    const { host, port, ...account } = server.reader
    network = await cutProxy(host, port)
    const through = { host: '127.0.0.1', port: network.port, parameters: { sslmode: 'disable' } }
    source = await datastoreOn(app, 'postgresql', {
      connection: { ...account, ...through },
      target: { database: 'assay', schema: 'public' },
      run: (statements) => onServer(server.url, statements),
      close: async () => undefined,
    })
    const { result, message } = await app.ended(await app.trigger(source, { type: 'sync' }))
    assert.equal(result, 'success', message)
    await app.check(source, 'sales', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'sales', { rule: 'unique', fields: ['price'] })
  })
  after(async () => {
    await app.close()
    await network.close()
    await server.stop()
  })

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  const outcomeOf = async ({ result, message, container_scans }: any) => ({
    result,
    message,
    verdicts: [...(await verdictsOf(app, container_scans[0].id))],
    anomalies: await anomaliesOf(app, `&datastore=${source.datastore_id}`),
  })

  /** A connection once the server, which may still recover from the round before, accepts one. */
  const connected = async (): Promise<Client> => {
    for (;;) {
      const client = new Client({ connectionString: server.url })
      try {
        await client.connect()
        return client
      } catch (error) {
        await client.end().catch(() => undefined)
        const isRecovering = error instanceof Error && 'code' in error && error.code === '57P03'
        if (!isRecovering) throw error
        await delay(20)
      }
    }
  }

  /** The number of a process without which the server ends all sessions, recovers and starts again. */
  const vitalProcess = async (): Promise<number> => {
    const client = await connected()
    const { rows } = await client.query(`select pid from pg_stat_activity where backend_type = 'walwriter'`)
    await client.end()
    return rows[0].pid
  }

  test(`finds ${rounds} times what an undisturbed one finds`, async () => {
    const start = network.bytes()
    const undisturbed = await outcomeOf(await app.scan(source))
    assert.equal(undisturbed.result, 'success')
    const whole = network.bytes() - start
    let again = 0
    for (let round = 0; round < rounds; round += 1) {
      const pid = await vitalProcess()
      network.cutAfter(1 + Math.floor(Math.random() * whole), 'nothing')
      const id = await app.trigger(source, { type: 'scan' })
      await network.cut
      process.kill(pid, 'SIGKILL')
      const run = await app.ended(id)
      assert.deepEqual(await outcomeOf(run), undisturbed, `round ${round}`)
      const { failures } = await app.environment.store.database
        .selectFrom('units')
        .select(({ fn }) => fn.sum<number>('failures').as('failures'))
        .where('operation_id', '=', id)
        .executeTakeFirstOrThrow()
      again += Number(failures)
    }
    assert.ok(again >= rounds / 3, `only ${again} tries met the breakdown`)
    if (rounds > 5) process.stdout.write(`${rounds} breakdowns, ${again} tries more, all results equal\n`)
  })
})
