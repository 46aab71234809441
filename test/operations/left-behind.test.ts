import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownMark } from '../../src/connectors/writer.ts'
import { duckdbRows } from '../connectors/written-tables.ts'
import { linkFolder } from '../harness/linked-folder.ts'
import { describeRuns, finish, makePrices } from '../harness/runs.ts'

describeRuns('a run that writes into the enrichment datastore', (app) => {
  const kinds = [{ type: 'export', asset_type: 'checks' }, { type: 'materialize' }]

  for (const payload of kinds) {
    test(`of the type ${payload.type} removes what an aborted one left half written`, async () => {
      const source = await makePrices(app)
      const folder = await linkFolder(app, source.datastore_id)
      const { body } = await app.ask('GET', `/api/datastores/${source.datastore_id}`)
      const aborted = await app.trigger(source, payload)
      await app.step()
      await app.ask('PUT', `/api/operations/abort/${aborted}`)
      // As its worker leaves it that is killed: a whole table that was not shown yet, and one that was being written.
      const next = `${body.enrichment_prefix}_next_${aborted}`
      await duckdbRows(
        ':memory:',
        `copy (select 1 as a) to '${join(folder, next)}.parquet' (kv_metadata {made_by: '${ownMark}'})`,
      )
      writeFileSync(join(folder, `.${next}.part`), 'PAR1')
      const run = await app.trigger(source, payload)
      await finish(app)
      assert.equal((await app.ended(run)).result, 'success')
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('_next_')),
        [],
      )
    })
  }
})
