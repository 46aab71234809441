import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import type { Answer } from '../../harness/app.ts'

describeContract('GET /notifications', (app) => {
  let reader = ''
  let other = ''
  before(async () => {
    reader = await app.user('Member')
    other = await app.user('Member')
  })

  const notify = (tokenized_message: string) =>
    app.ask('POST', '/api/flows/actions/notifications/test', { type: 'InApp', tokenized_message })
  const inbox = (token: string, query = '') => app.ask('GET', `/api/notifications${query}`, undefined, token)
  const messages = ({ body }: Answer) => body.items.map((item: { message: string }) => item.message)

  test('has what the channel InApp delivered, newest first, for every user, without parameters', async () => {
    const { status, body } = await notify('The flow {{flow_name}} has ended')
    assert.deepEqual([status, body.success], [200, true])
    await notify('second')
    for (const token of [reader, other]) {
      const answer = await inbox(token)
      assert.deepEqual(messages(answer), ['second', 'The flow Example flow has ended'])
      const { id, created, ...rest } = answer.body.items[0]
      assert.ok(id > 0 && Date.parse(created) > 0)
      assert.deepEqual(rest, { message: 'second', read: false, about: null })
    }
    assert.deepEqual(messages(await inbox(reader, '?size=1&page=2')), ['The flow Example flow has ended'])
  })

  test('tells what is read from what is not, for each user apart', async () => {
    const [newest] = (await inbox(reader)).body.items
    await app.ask('PUT', `/api/notifications/${newest.id}`, { read: true }, reader)
    assert.deepEqual(messages(await inbox(reader, '?read=true')), ['second'])
    assert.deepEqual(messages(await inbox(reader, '?read=false')), ['The flow Example flow has ended'])
    assert.equal((await inbox(other, '?read=false')).body.total, 2)
  })

  test('begins for a user with what came since the user is there', async () => {
    const late = await app.user('Member')
    assert.equal((await inbox(late)).body.total, 0)
    await notify('third')
    assert.deepEqual(messages(await inbox(late)), ['third'])
  })

  test('keeps the newest thousand', async () => {
    await app.environment.store.pool.query(
      `insert into inbox_messages (delivery_id, message) select 'old ' || n, 'old' from generate_series(1, 1100) n`,
    )
    await notify('last')
    const { rows } = await app.environment.store.pool.query(
      'select count(*)::int as n, max(id) - min(id) as span from inbox_messages',
    )
    assert.deepEqual(rows[0].n, 1000)
  })
})
