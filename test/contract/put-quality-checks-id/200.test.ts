import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PUT /quality-checks/{id} changes what is given', (app) => {
  let people = { datastore: 0, container: 0 }
  let id = 0
  beforeEach(async () => {
    people = await makePeople(app)
    id = await makeCheck(app, people.container, {
      filter: 'age > 1',
      tags: ['pii'],
      additional_metadata: { a: 1 },
    })
  })
  const put = (change: object, token?: string) => app.ask('PUT', `/api/quality-checks/${id}`, change, token)
  const versions = async () => {
    const { rows } = await app.environment.store.pool.query<{ number: number }>(
      'select number from quality_check_versions where quality_check_id = $1 order by number',
      [id],
    )
    return rows.map(({ number }) => number)
  }

  test('absent members stay; null clears; every change is a version', async () => {
    const { status, body } = await put({ description: 'New words' })
    assert.deepEqual(
      [status, body.description, body.filter, body.additional_metadata],
      [200, 'New words', 'age > 1', { a: 1 }],
    )
    const cleared = await put({ filter: null, additional_metadata: null, tags: [] })
    assert.deepEqual(
      [cleared.body.filter, cleared.body.additional_metadata, cleared.body.global_tags],
      [null, null, []],
    )
    assert.deepEqual(await versions(), [1, 2, 3])
  })

  test('several at once are made one after the other, each of what the others left', async () => {
    const words = [1, 2, 3].map((count) => ({ description: `Words ${count}` }))
    const answers = await Promise.all(
      [...words, { filter: 'age > 2' }, { coverage: 0.5 }].map((one) => put(one)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    const { body } = await app.ask('GET', `/api/quality-checks/${id}`)
    assert.deepEqual([body.filter, body.coverage], ['age > 2', 0.5])
    assert.deepEqual(await versions(), [1, 2, 3, 4, 5, 6])
  })

  test('what was read can be sent back whole, which changes nothing and makes no version', async () => {
    const { body } = await app.ask('GET', `/api/quality-checks/${id}`)
    const { status, body: after } = await put({ ...body, tags: ['pii'], owner_id: null })
    assert.deepEqual([status, after], [200, body])
    assert.deepEqual(await versions(), [1])
  })

  test('drafts, activates and restores', async () => {
    const author = await app.user('Member', { Author: [people.datastore] })
    const drafter = await app.user('Member', { Drafter: [people.datastore] })
    assert.equal((await put({ status: 'Draft' }, author)).body.status, 'Draft')
    assert.equal((await put({ description: 'by a drafter' }, drafter)).body.last_editor, drafter)
    assert.equal((await put({ status: 'Active' }, author)).body.status, 'Active')
    await app.ask('DELETE', `/api/quality-checks/${id}`)
    const restored = await put({ status: 'Draft' }, drafter)
    assert.deepEqual([restored.body.status, restored.body.deleted_at], ['Draft', null])
    await app.ask('DELETE', `/api/quality-checks/${id}?status=Discarded`)
    assert.equal((await put({ status: 'Active' }, author)).body.status, 'Active')
  })

  test('a changed test makes an inferred check authored, other words do not', async () => {
    await app.environment.store.database
      .updateTable('quality_checks')
      .set({ inferred: true })
      .where('id', '=', id)
      .execute()
    assert.equal((await put({ description: 'x', tags: ['new'], status: 'Draft' })).body.inferred, true)
    assert.equal((await put({ coverage: 0.5 })).body.inferred, false)
  })

  test('a check whose field has gone can still be described and paused', async () => {
    const { database } = app.environment.store
    await database.updateTable('fields').set({ status: 'missing' }).where('name', '=', 'name').execute()
    assert.equal((await put({ description: 'Broken', status: 'Draft' })).status, 200)
    for (const change of [{ status: 'Active' }, { coverage: 0.5 }]) {
      await assertRefused(app, () => put(change), 422, 'invalid')
    }
  })
})
