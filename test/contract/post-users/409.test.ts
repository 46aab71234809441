import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('POST /users', (app) => {
  test('a name is not given twice', async () => {
    const make = () => app.ask('POST', '/api/users', { user_name: 'ada' })
    await make()
    const { body } = await assertRefused(app, make, 409, 'conflict')
    assert.match(body.detail, /"ada"/)
  })

  test('nor one that people cannot tell from it', async () => {
    await app.ask('POST', '/api/users', { user_name: 'admin' })
    for (const user_name of ['Admin', ' admin', '\uff41dmin', 'ADMIN ', '\u1d43dmin']) {
      await assertRefused(app, () => app.ask('POST', '/api/users', { user_name }), 409, 'conflict')
    }
    for (const user_name of ['\u0430dmin', 'adm\u200bin', 'admin\u00ad', 'admin\t', '\u03bfla ola']) {
      await assertRefused(app, () => app.ask('POST', '/api/users', { user_name }), 422, 'invalid')
    }
    const { body: other } = await app.ask('POST', '/api/users', { user_name: 'Zo\u00eb \u0141' })
    const rename = (user_name: string) => app.ask('PUT', `/api/users/${other.id}`, { user_name })
    await assertRefused(app, () => rename('aDMIN'), 409, 'conflict')
    assert.equal((await rename('ZO\u00cb \u0141')).status, 200)
    assert.equal((await app.ask('POST', '/api/users', { user_name: '\u0410\u043d\u043d\u0430' })).status, 201)
  })
})
