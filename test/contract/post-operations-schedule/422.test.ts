import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /operations/schedule refuses', (app) => {
  let datastore_id = 0
  before(async () => void (datastore_id = (await makePeople(app)).datastore))
  const good = { type: 'scan', crontab: '0 2 * * *' }
  const refused: [string, object, string][] = [
    ['no crontab', { crontab: undefined }, 'body.crontab'],
    ['a crontab that is null', { crontab: null }, 'body.crontab'],
    ['four fields', { crontab: '0 2 * *' }, 'body.crontab'],
    ['six fields', { crontab: '0 0 2 * * *' }, 'body.crontab'],
    ['a name outside the grammar', { crontab: '@daily' }, 'body.crontab'],
    ['an hour that there is not', { crontab: '0 24 * * *' }, 'body.crontab'],
    ['a crontab that never fires', { crontab: '0 0 30 2 *' }, 'body.crontab'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'body.timezone'],
    ['an offset for a time zone', { timezone: '+05:00' }, 'body.timezone'],
    ['an empty time zone', { timezone: '' }, 'body.timezone'],
    ['deactivated as text', { deactivated: 'yes' }, 'body.deactivated'],
    ['no datastore', { datastore_id: undefined }, 'body.datastore_id'],
    ['a datastore beyond all ids', { datastore_id: 1e20 }, 'body.datastore_id'],
    [
      'a member of the payload out of bounds',
      { enrichment_source_record_limit: 0 },
      'body.enrichment_source_record_limit',
    ],
    ['a container that is not there', { container_names: ['none'] }, 'body.container_names'],
    ['a container that is not there, by its id', { container_ids: [999_999] }, 'body.container_ids'],
    [
      'ids and tags of containers together',
      { container_ids: [1], container_tags: ['gold'] },
      'body.container_ids',
    ],
    ['a start of what reads everything', { greater_than_batch: 7 }, 'body.greater_than_batch'],
    ['no type', { type: undefined }, 'body.type'],
    ['a promotion', { type: 'promote_quality_check' }, 'body.type'],
    ['a promotion of computed fields', { type: 'promote_computed_field' }, 'body.type'],
    ['a promotion of computed tables', { type: 'promote_computed_table' }, 'body.type'],
    ['a promotion of computed files', { type: 'promote_computed_file' }, 'body.type'],
  ]
  for (const [what, change, place] of refused) {
    test(what, async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('POST', '/api/operations/schedule', { datastore_id, ...good, ...change }),
        422,
        'invalid',
      )
      assert.deepEqual([...new Set(places(answer))], [place])
    })
  }

  for (const type of ['external_scan', 'promote', 'catalog']) {
    test(`the type ${type}, which is not there to be scheduled, and names those that are`, async () => {
      const { body } = await assertRefused(
        app,
        () => app.ask('POST', '/api/operations/schedule', { datastore_id, ...good, type }),
        422,
        'invalid',
      )
      assert.match(
        JSON.stringify(body.detail),
        /type must be one of: export, materialize, profile, scan, sync/,
      )
    })
  }
})
