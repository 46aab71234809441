import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /health', (app) => {
  test('says to anybody that the process answers, with an empty body', async () => {
    for (const path of ['/api/health', '/health']) {
      const { status, body } = await app.ask('GET', path, undefined, null)
      assert.deepEqual([status, body], [204, ''])
    }
  })
})
