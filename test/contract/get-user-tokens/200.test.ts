import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

const names = (tokens: { name: string }[]) => tokens.map(({ name }) => name)

describeContract('GET /user-tokens', (app) => {
  test('is a bare array of the caller’s own, newest first, and never tells what authenticates', async () => {
    const made = []
    for (const name of ['older', 'newer']) made.push(await app.ask('POST', '/api/user-tokens', { name }))
    const other = await app.user('Member')
    await app.ask('POST', '/api/user-tokens', { name: 'theirs' }, other)
    const { body } = await app.ask('GET', '/api/user-tokens')
    assert.deepEqual(names(body), ['newer', 'older'])
    const text = JSON.stringify(body)
    for (const { body: token } of made) assert.ok(!text.includes(token.bearer_token.split('.')[2]))
    assert.doesNotMatch(text, /"key"|bearer/)
  })

  test('those of service users are listed apart', async () => {
    const robot = await app.ask('POST', '/api/users', { user_name: 'robot', user_type: 'Service' })
    await app.ask('POST', '/api/user-tokens', { name: 'nightly', user_id: robot.body.id })
    assert.deepEqual(names((await app.ask('GET', '/api/user-tokens/service')).body), ['nightly'])
  })
})
