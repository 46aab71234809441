import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PUT /quality-checks/{id} refuses', (app) => {
  test('another rule or container, and becoming equal to an Active check', async () => {
    const { container } = await makePeople(app)
    const first = await makeCheck(app, container)
    const second = await makeCheck(app, container, { fields: ['id'] })
    for (const change of [
      { rule: 'unique' },
      { rule_type: 'unique' },
      { container_id: 999 },
      { fields: ['name'] },
    ]) {
      await assertRefused(app, () => app.ask('PUT', `/api/quality-checks/${second}`, change), 409, 'conflict')
    }
    await app.ask('DELETE', `/api/quality-checks/${second}`)
    await app.ask('PUT', `/api/quality-checks/${second}`, { fields: ['name'] })
    await assertRefused(
      app,
      () => app.ask('PUT', `/api/quality-checks/${second}`, { status: 'Active' }),
      409,
      'conflict',
    )
    await app.ask('DELETE', `/api/quality-checks/${first}?archive=false`)
    await app.ask('PUT', `/api/quality-checks/${second}`, { status: 'Active' })
  })
})
