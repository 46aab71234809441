import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /connections refuses a name that is taken', (app) => {
  test('the refusal says which name it is', async () => {
    const input = { name: 'Files', type: 'local' }
    await app.ask('POST', '/api/connections', input)
    const { body } = await assertRefused(
      app,
      () => app.ask('POST', '/api/connections', input),
      409,
      'conflict',
    )
    assert.match(body.detail, /"Files"/)
  })

  test('of two at once one is made', async () => {
    const ask = () => app.ask('POST', '/api/connections', { name: 'Race', type: 'local' })
    const answers = await Promise.all([ask(), ask(), ask()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })
})
