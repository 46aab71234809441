import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('GET /connections/machine-credentials', (app) => {
  const path = '/api/connections/machine-credentials'

  test('tells a Manager, who makes connections, what they may use of the machine, and nobody else', async () => {
    const manager = await app.user('Manager')
    assert.deepEqual((await app.ask('GET', path, undefined, manager)).body, [])
    const { environment } = app
    const { sources } = environment
    const variables = { AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/of-the-machine' }
    environment.sources = { ...sources, machine: { allowed: ['profile', 'instance'], variables } }
    try {
      const { status, body } = await app.ask('GET', path, undefined, manager)
      assert.equal(status, 200)
      assert.deepEqual(body, ['profile', 'instance'])
    } finally {
      environment.sources = sources
    }
    const member = await app.user('Member')
    await assertRefused(app, () => app.ask('GET', path, undefined, member), 403, 'forbidden')
  })
})
