import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { duckdbRows } from '../../connectors/written-tables.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('POST /export/check-templates', (app) => {
  let results = 0
  let file = ''
  const templates: number[] = []
  before(async () => {
    results = await makeDatastore(app, {}, { enrichment_only: true })
    const { body } = await app.ask('GET', `/api/datastores/${results}`)
    file = join(body.root_path, `${body.enrichment_prefix}_check_templates_export.parquet`)
    for (const rule of ['notNull', 'unique']) {
      const made = await app.ask('POST', '/api/quality-check-templates', {
        description: `of ${rule}`,
        rule,
        tags: ['gold'],
      })
      templates.push(made.body.id)
    }
  })
  const path = (query = '') => `/api/export/check-templates?enrich_datastore_id=${results}${query}`
  const rows = () =>
    duckdbRows(':memory:', `select "ID", "RULE_TYPE", "GLOBAL_TAGS" from '${file}' order by 1`)

  test('writes all templates, or those that are named, in the place of what was there', async () => {
    const editor = await app.user('Member', { Editor: [results] })
    const { status, body } = await app.ask('POST', path(), undefined, editor)
    assert.deepEqual([status, body], [204, ''])
    const [first, second] = templates
    assert.deepEqual(await rows(), [
      [String(first), 'notNull', 'gold'],
      [String(second), 'unique', 'gold'],
    ])
    assert.equal((await app.ask('POST', path(`&template_ids=${second}`))).status, 204)
    assert.deepEqual(await rows(), [[String(second), 'unique', 'gold']])
  })

  test('refuses a template that there is not, a source, and anybody but Editors of the enrichment datastore', async () => {
    const unknown = await app.ask('POST', path('&template_ids=999'))
    assert.deepEqual([unknown.status, unknown.body.detail[0].loc.join('.')], [422, 'query.template_ids'])
    const source = await makeDatastore(app)
    const asked = `/api/export/check-templates?enrich_datastore_id=${source}`
    await assertRefused(app, () => app.ask('POST', asked), 409, 'wrong_state')
    const author = await app.user('Member', { Author: [results] })
    await assertRefused(app, () => app.ask('POST', path(), undefined, author), 403, 'forbidden')
  })

  test('says why when the table is not one that the service made, and leaves it as it is', async () => {
    await duckdbRows(':memory:', `copy (select 7 as mine) to '${file}'`)
    const { status, body } = await app.ask('POST', path())
    assert.equal(status, 409)
    assert.match(body.detail, /that this service did not make.*Rename or drop that table/)
    assert.deepEqual(await duckdbRows(':memory:', `from '${file}'`), [[7]])
  })
})
