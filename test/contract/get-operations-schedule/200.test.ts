import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('GET /operations/schedule', (app) => {
  const datastores: number[] = []
  const made: number[] = []
  before(async () => {
    for (const deactivated of [false, true, false]) {
      const { datastore } = await makePeople(app)
      datastores.push(datastore)
      const { body } = await app.ask('POST', '/api/operations/schedule', {
        type: deactivated ? 'profile' : 'sync',
        datastore_id: datastore,
        crontab: '0 2 * * *',
        deactivated,
      })
      made.push(body.id)
    }
  })
  const listed = async (query = '', token?: string) => {
    const { status, body } = await app.ask('GET', `/api/operations/schedule${query}`, undefined, token)
    assert.equal(status, 200)
    return body.items.map(({ id }: { id: number }) => id)
  }

  test('lists all, newest first, page by page', async () => {
    assert.deepEqual(await listed(), made.toReversed())
    const { body } = await app.ask('GET', '/api/operations/schedule?page=2&size=2')
    const { items, ...rest } = body
    assert.deepEqual([items.length, rest], [1, { total: 3, page: 2, size: 2, pages: 2 }])
  })

  test('answers by datastore, by what they start, and by whether they are deactivated', async () => {
    assert.deepEqual(await listed(`?datastore=${datastores[0]}&datastore=${datastores[1]}`), [
      made[1],
      made[0],
    ])
    assert.deepEqual(await listed('?type=profile'), [made[1]])
    assert.deepEqual(await listed('?type=profile&type=sync'), made.toReversed())
    assert.deepEqual(await listed('?type=scan'), [])
    assert.equal((await app.ask('GET', '/api/operations/schedule?type=catalog')).status, 422)
    assert.deepEqual(await listed('?deactivated=true'), [made[1]])
    assert.deepEqual(await listed('?deactivated=false'), [made[2], made[0]])
  })

  test('shows only those of datastores that the caller may see', async () => {
    const reporter = await app.user('Member', { Reporter: [datastores[1] ?? 0] })
    assert.deepEqual(await listed('', reporter), [made[1]])
    assert.deepEqual(await listed('', await app.user('Manager')), [])
  })
})
