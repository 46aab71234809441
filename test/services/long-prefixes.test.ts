import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import postgresql from '../../src/connectors/postgresql/connector.ts'
import { assertRefused, describeContract } from '../harness/contract.ts'
import { makeDatastore } from '../harness/factories.ts'
import { postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import { writtenDatastore } from '../harness/written-datastore.ts'

describeContract('an enrichment_prefix with which names of tables are too long for PostgreSQL', (app) => {
  let source: PostgresSource
  let enrichment = 0
  before(async () => {
    source = await postgresSource()
    const { connection, target } = source
    enrichment = await writtenDatastore(app, 'results', {
      connector: postgresql,
      connection,
      target,
    } as never)
  })
  after(() => source.close())
  const fitting = `_${'f'.repeat(39)}`
  const long = `${fitting}f`

  test('is refused where it is given, with the length that fits', async () => {
    const linked = await makeDatastore(app, {}, { enrichment_datastore_id: enrichment })
    const { body: given } = await app.ask('GET', `/api/datastores/${enrichment}`)
    const made = {
      name: 'new',
      connection_id: given.connection_id,
      database: given.database,
      schema: 'public',
    }
    for (const ask of [
      () => app.ask('PUT', `/api/datastores/${linked}`, { enrichment_prefix: long }),
      () => app.ask('PUT', `/api/datastores/${enrichment}`, { enrichment_prefix: long }),
      () => app.ask('POST', '/api/datastores', { ...made, enrichment_only: true, enrichment_prefix: long }),
      () =>
        app.ask('POST', '/api/datastores', {
          ...made,
          enrichment_datastore_id: enrichment,
          enrichment_prefix: long,
        }),
    ]) {
      await assertRefused(app, ask, 422, 'invalid')
      const { detail } = (await ask()).body
      assert.deepEqual(detail[0].loc, ['body', 'enrichment_prefix'])
      assert.match(detail[0].msg, /choose one of at most 40 characters\.$/)
    }
    assert.equal(
      (await app.ask('PUT', `/api/datastores/${linked}`, { enrichment_prefix: fitting })).status,
      200,
    )
  })

  test('is refused when the datastore that has it is linked, and not by a store that takes it', async () => {
    const other = await makeDatastore(app, {}, { enrichment_prefix: long })
    const folder = await makeDatastore(app, {}, { enrichment_only: true })
    const link = (to: number) => app.ask('PATCH', `/api/datastores/${other}/enrichment/${to}`)
    await assertRefused(app, () => link(enrichment), 409, 'conflict')
    assert.equal((await link(folder)).status, 200)
  })
})
