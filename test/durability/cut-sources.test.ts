import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { anomaliesOf, verdictsOf } from '../harness/findings.ts'
import { mariadbAbsence } from '../harness/mariadb-source.ts'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const cuts = isFull ? 200 : 8
const silences = isFull ? 4 : 1

const rows = Array.from(
  { length: 2500 },
  (_, id) => `(${id}, ${id % 50 === 0 ? 'null' : `'name ${id % 400}'`}, ${(id % 100) - 2}, ${id % 40})`,
)
const tables = [
  'create table sales (id int primary key, name varchar(40), price int, shop int)',
  `insert into sales values ${rows.join(', ')}`,
  'create table shops (shop int primary key)',
  `insert into shops values ${Array.from({ length: 38 }, (_, shop) => `(${shop})`).join(', ')}`,
]

/** How the server itself ends all sessions of the service's account. */
const ends: Record<string, (account: string) => string> = {
  postgresql: (account) =>
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${account}'`,
  mariadb: (account) => `kill user ${account}`,
}

for (const [type, end] of Object.entries(ends)) {
  describe(
    `runs on ${type} over a network that breaks`,
    {
      skip: type === 'mariadb' && mariadbAbsence,
      timeout: isFull ? 1_800_000 : 300_000,
    },
    () => {
      let app: WorkingApp
      let store: TableStore
      let network: CutProxy
      let source: Source
      let whole: { scan: number; sync: number }
      let undisturbed: unknown
      let account = ''
      before(async () => {
        app = await startWorkingApp()
        store = (await tableStores[type]?.('')) ?? assert.fail(type)
        await store.run(tables)
        const direct = store.connection as { host: string; port: number; username: string }
        account = direct.username
        network = await cutProxy(direct.host, direct.port)
        const through = { host: '127.0.0.1', port: network.port, parameters: { sslmode: 'disable' } }
        const broken: TableStore = { ...store, connection: { ...direct, ...through } }
        source = await datastoreOn(app, type, broken)
        const other = await datastoreOn(app, type, broken)
        const synced = async (one: Source) => app.ended(await app.trigger(one, { type: 'sync' }))
        assert.equal((await synced(other)).result, 'success')
        const from = network.bytes()
        assert.equal((await synced(source)).result, 'success')
        const sync = network.bytes() - from
        const shops = (await app.containers(other)).get('shops')
        await app.check(source, 'sales', { rule: 'notNull', fields: ['name'], description: 'names' })
        await app.check(source, 'sales', { rule: 'notNegative', fields: ['price'], description: 'prices' })
        await app.check(source, 'sales', { rule: 'unique', fields: ['name'], description: 'once' })
        await app.check(source, 'sales', {
          rule: 'existsIn',
          fields: ['shop'],
          properties: { ref_container_id: shops, field_name: 'shop' },
          description: 'shops',
        })
        // The first scan also asks for what the later ones remember.
        await app.scan(source)
        const start = network.bytes()
        undisturbed = await outcomeOf(await app.scan(source))
        whole = { sync, scan: network.bytes() - start }
      })
      after(async () => {
        await app.close()
        await network.close()
        await store.close()
      })

      /** All that a scan found, as it is shown. */
      const outcomeOf = async (scan: {
        result: string
        message: string
        container_scans: { id: number }[]
      }) => {
        const verdicts = await Promise.all(
          scan.container_scans.map(async ({ id }) => [...(await verdictsOf(app, id))]),
        )
        const anomalies = await anomaliesOf(app, `&datastore=${source.datastore_id}`)
        return { result: scan.result, message: scan.message, verdicts, anomalies }
      }

      test(`find at ${cuts} random cuts what undisturbed runs find`, async () => {
        let broken = 0
        for (let round = 0; round < cuts; round += 1) {
          const kind = round % 5 === 4 ? 'sync' : 'scan'
          network.cutAfter(1 + Math.floor(Math.random() * whole[kind]), round % 2 === 0 ? 'reset' : 'end')
          const id = await app.trigger(source, { type: kind })
          const ended = app.ended(id)
          // Now and then the server itself ends the sessions, in the middle of what is left.
          if (round % 4 === 1) {
            // A run that asked for fewer bytes than the first ends before its cut.
            await Promise.race([network.cut, ended])
            await store.run([end(account)])
          }
          const run = await ended
          assert.equal(run.result, 'success', `${kind} ${round}: ${run.message}`)
          broken += await triesOf(id)
          if (kind === 'scan') assert.deepEqual(await outcomeOf(run), undisturbed, `round ${round}`)
        }
        assert.ok(broken >= cuts / 3, `only ${broken} units had to be tried again`)
        if (isFull)
          process.stdout.write(`${type}: ${cuts} cuts, ${broken} units tried again, all results equal\n`)
      })

      const triesOf = async (operationId: number): Promise<number> => {
        const units = await app.environment.store.database
          .selectFrom('units')
          .select('failures')
          .where('operation_id', '=', operationId)
          .execute()
        return units.filter(({ failures }) => failures > 0).length
      }

      test(`come to an end at ${silences} silences, by their time or an abort, and give their slots back`, async () => {
        app.environment.sources.statement_timeout_seconds = 2
        for (let round = 0; round < silences; round += 1) {
          network.cutAfter(1 + Math.floor(Math.random() * whole.scan), 'silence')
          const id = await app.trigger(source, { type: 'scan' })
          const ended = app.ended(id)
          await Promise.race([network.cut, ended])
          if (round % 2 === 1) {
            const { status } = await app.ask('PUT', `/api/operations/abort/${id}`)
            assert.ok([200, 409].includes(status), `${status}`)
          }
          const { result, message } = await ended
          assert.ok(['success', 'failure', 'aborted'].includes(result), message)
        }
        app.environment.sources.statement_timeout_seconds = 30
        // A silence that was not reached would meet the next scan.
        network.spare()
        assert.deepEqual(await outcomeOf(await app.scan(source)), undisturbed)
      })
    },
  )
}
