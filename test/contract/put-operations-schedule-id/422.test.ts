import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('PUT /operations/schedule/{id} refuses', (app) => {
  let url = ''
  before(async () => {
    const { datastore } = await makePeople(app)
    const made = await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id: datastore,
      crontab: '0 2 * * *',
    })
    url = `/api/operations/schedule/${made.body.id}`
  })
  const refused: [string, object, string][] = [
    ['a crontab of six fields', { crontab: '0 0 2 * * *' }, 'body.crontab'],
    ['a crontab that never fires', { crontab: '0 0 31 4 *' }, 'body.crontab'],
    ['no crontab', { crontab: null }, 'body.crontab'],
    ['an unknown time zone', { timezone: 'Nowhere' }, 'body.timezone'],
    ['an unknown type', { type: 'catalog' }, 'body.type'],
    ['a member of the payload of a wrong type', { incremental: 'yes' }, 'body.incremental'],
    ['a container that is not there', { container_names: ['none'] }, 'body.container_names'],
  ]
  for (const [what, change, place] of refused) {
    test(what, async () => {
      const answer = await assertRefused(app, () => app.ask('PUT', url, change), 422, 'invalid')
      assert.deepEqual([...new Set(places(answer))], [place])
    })
  }

  test('a bad crontab before it says that there is no such schedule', async () => {
    const ask = () => app.ask('PUT', '/api/operations/schedule/999', { crontab: '@daily' })
    await assertRefused(app, ask, 422, 'invalid')
  })
})
