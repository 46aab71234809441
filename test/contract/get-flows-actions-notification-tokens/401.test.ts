import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '../../harness/app.ts'

let app: TestApp
before(async () => void (app = await startApp()))
after(() => app.close())

test('the tokens need a valid token', async () => {
  for (const token of [null, 'nobody']) {
    const { status, body } = await app.ask('GET', '/api/flows/actions/notification/tokens', undefined, token)
    assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  }
})
