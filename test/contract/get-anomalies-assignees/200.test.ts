import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Person } from '../../../src/model/user.ts'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /anomalies/assignees', (app) => {
  let [datastore, container, foreign] = [0, 0, 0]
  let [author, viewer, reporter, stranger] = ['', '', '', '']
  const listed = async (query: string, asker?: string): Promise<Person[]> => {
    const { status, body } = await app.ask('GET', `/api/anomalies/assignees?${query}`, undefined, asker)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items
  }
  const nameOf = async (token: string): Promise<string> =>
    (await app.ask('GET', '/api/users/me', undefined, token)).body.user_name
  before(async () => {
    ;({ datastore, container } = await makePeople(app))
    foreign = (await makePeople(app)).datastore
    author = await app.user('Member', { Author: [datastore] })
    viewer = await app.user('Member', { Viewer: [datastore] })
    reporter = await app.user('Manager', { Reporter: [datastore] })
    stranger = await app.user('Member', { Editor: [foreign] })
  })

  test('has for an Author exactly those whom the API lets be assigned, by user name', async () => {
    const anomaly = await makeAnomaly(app, container, [await makeCheck(app, container)])
    const { body: everybody } = await app.ask('GET', '/api/users?size=1000')
    const found = await listed(`datastore=${datastore}&size=1000`, author)
    for (const { id, user_name } of everybody.items) {
      const change = { assignee_ids: [id] }
      const { status } = await app.ask('PUT', `/api/anomalies/${anomaly}`, change, author)
      assert.equal(
        status === 200,
        found.some((one) => one.id === id),
        user_name,
      )
    }
    const inOrder = everybody.items.filter(({ id }: Person) => found.some((one) => one.id === id))
    assert.deepEqual(
      found.map(({ user_name }) => user_name),
      inOrder.map(({ user_name }: Person) => user_name),
    )
    for (const [token, isThere] of [
      [author, true],
      [viewer, true],
      [await app.user('Admin'), true],
      [reporter, false],
      [stranger, false],
    ] as const) {
      const again = await listed(`datastore=${datastore}&size=1000`, author)
      const name = await nameOf(token)
      assert.equal(
        again.some(({ user_name }) => user_name === name),
        isThere,
        name,
      )
    }
  })

  test('finds them by a part of their names, without those who were deleted', async () => {
    const name = await nameOf(viewer)
    assert.deepEqual(
      (await listed(`name=${name.toUpperCase()}`, author)).map(({ user_name }) => user_name),
      [name],
    )
    const gone = await app.user('Member', { Viewer: [datastore] })
    const { body: me } = await app.ask('GET', '/api/users/me', undefined, gone)
    assert.equal((await listed(`name=${me.user_name}`, author)).length, 1)
    await app.ask('DELETE', `/api/users/${me.id}`)
    assert.deepEqual(await listed(`name=${me.user_name}`, author), [])
  })

  test('is empty for those who may assign nothing there, and counts no datastore but their own', async () => {
    assert.deepEqual(await listed(`datastore=${datastore}`, viewer), [])
    assert.deepEqual(await listed(`datastore=${datastore}`, stranger), [])
    const ofStranger = await listed('size=1000', stranger)
    const name = await nameOf(viewer)
    assert.ok(ofStranger.every(({ user_name }) => user_name !== name))
    const second = await app.ask(
      'GET',
      `/api/anomalies/assignees?datastore=${datastore}&size=1&page=2`,
      undefined,
      author,
    )
    assert.deepEqual([second.body.items.length, second.body.page], [1, 2])
  })
})
