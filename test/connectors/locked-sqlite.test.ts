import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { verdictsOf } from '../harness/findings.ts'
import { startWorkingApp } from '../harness/working-app.ts'

test('a scan of an SQLite database that another program has locked is tried again, and done once it has let go', async () => {
  const app = await startWorkingApp()
  const uri = join(app.folder, 'shop.db')
  const writer = new DatabaseSync(uri)
  try {
    writer.exec('create table sales (id int, price int); insert into sales values (1, 5), (2, -1)')
    const connection = { name: 'shop', type: 'sqlite', uri }
    const { body } = await app.ask('POST', '/api/datastores', { name: 'shop', connection })
    const source = { datastore_id: body.id, folder: app.folder, write: () => {}, remove: () => {} }
    assert.equal((await app.ended(await app.trigger(source, { type: 'sync' }))).result, 'success')
    await app.check(source, 'sales', { rule: 'notNegative', fields: ['price'] })

    writer.exec('begin exclusive')
    const id = await app.trigger(source, { type: 'scan' })
    for (;;) {
      const { failures } = await app.environment.store.database
        .selectFrom('units')
        .select(({ fn }) => fn.sum<number>('failures').as('failures'))
        .where('operation_id', '=', id)
        .executeTakeFirstOrThrow()
      if (Number(failures) > 0) break
      assert.equal((await app.ask('GET', `/api/operations/${id}`)).body.end_time, null)
      await pause(50)
    }
    writer.exec('commit')
    const scan = await app.ended(id)
    assert.equal(scan.result, 'success', scan.message)
    assert.equal([...(await verdictsOf(app, scan.container_scans[0].id))].length, 1)
  } finally {
    writer.close()
    await app.close()
  }
})
