import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('GET /datastores/{id}/source-records', (app) => {
  let results = 0
  let table = ''
  before(async () => {
    results = await makeDatastore(app, { 'other.csv': 'a\n1\n' }, { enrichment_only: true })
    const { body } = await app.ask('GET', `/api/datastores/${results}`)
    table = `${body.enrichment_prefix}_check_templates_export`
    for (const rule of ['notNull', 'unique', 'notFuture'])
      await app.ask('POST', '/api/quality-check-templates', { description: `of ${rule}`, rule })
    await app.ask('POST', `/api/export/check-templates?enrich_datastore_id=${results}`)
  })
  const asked = (query: string, token?: string) =>
    app.ask('GET', `/api/datastores/${results}/source-records?${query}`, undefined, token)
  const rulesOf = async (query: string, token?: string) => {
    const { status, body } = await asked(`path=${table}${query}`, token)
    assert.equal(status, 200, JSON.stringify(body))
    return JSON.parse(body.source_records).map((row: Record<string, unknown>) => row['RULE_TYPE'])
  }

  test('has the rows of a table as JSON text, by a filter and in pages', async () => {
    const viewer = await app.user('Member', { Viewer: [results] })
    assert.deepEqual((await rulesOf('', viewer)).toSorted(), ['notFuture', 'notNull', 'unique'])
    const filter = encodeURIComponent(`"RULE_TYPE" like 'not%'`)
    assert.deepEqual((await rulesOf(`&filter=${filter}`)).toSorted(), ['notFuture', 'notNull'])
    const pages = [await rulesOf('&limit=2'), await rulesOf('&limit=2&offset=2')]
    assert.deepEqual(pages.flat().toSorted(), ['notFuture', 'notNull', 'unique'])
    const reporter = await app.user('Member', { Reporter: [results] })
    await assertRefused(app, () => asked(`path=${table}`, reporter), 403, 'forbidden')
  })

  test("refuses tables that are not the service's, and filters that read other tables", async () => {
    for (const path of ['other', 'other.csv', '../other', `${table}.parquet`])
      await assertRefused(app, () => asked(`path=${encodeURIComponent(path)}`), 404, 'not_found')
    for (const filter of ['(select count(*) from other) > 0', 'ID > 1; drop table x', 'nothing = 1']) {
      const { status, body } = await asked(`path=${table}&filter=${encodeURIComponent(filter)}`)
      assert.deepEqual([status, body.detail[0].loc.join('.')], [422, 'query.filter'], filter)
    }
  })
})
