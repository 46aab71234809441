import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeDatastore } from '../../harness/factories.ts'

describeContract('PATCH /datastores/{id}/enrichment/{enrichment_id} refuses', (app) => {
  test('an enrichment datastore as the source, a source as the destination, itself, and a prefix in use', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const other = await makeDatastore(app, {}, { enrichment_only: true })
    const source = await makeDatastore(app, {}, { enrichment_prefix: '_same' })
    const alike = await makeDatastore(app, {}, { enrichment_prefix: '_SAME' })
    await makeDatastore(app, {}, { enrichment_prefix: '_same', enrichment_datastore_id: enrichment })
    for (const [from, to] of [
      [other, enrichment],
      [source, source],
      [enrichment, enrichment],
      [source, enrichment],
      [alike, enrichment],
    ]) {
      await assertRefused(
        app,
        () => app.ask('PATCH', `/api/datastores/${from}/enrichment/${to}`),
        409,
        'conflict',
      )
    }
  })
  test('a prefix under which there are tables of a datastore that the caller is no Editor of, now or once it is gone', async () => {
    const enrichment = await makeDatastore(app, {}, { enrichment_only: true })
    const link = { enrichment_datastore_id: enrichment }
    const secret = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_pay' })
    const other = await makeDatastore(app, {}, { enrichment_prefix: '_PAY' })
    const linked = await makeDatastore(app, {}, { ...link, enrichment_prefix: '_own' })
    const editor = await app.user('Member', { Editor: [other, linked], Viewer: [enrichment] })
    const manager = await app.user('Manager', { Editor: [other, secret] })
    const path = `/api/datastores/${other}/enrichment/${enrichment}`
    const take = () => app.ask('PUT', `/api/datastores/${linked}`, { enrichment_prefix: '_pay' }, editor)
    assert.equal((await app.ask('DELETE', `/api/datastores/${secret}/enrichment`)).status, 204)
    await assertRefused(app, () => app.ask('PATCH', path, undefined, editor), 409, 'conflict')
    await assertRefused(app, take, 409, 'conflict')
    assert.equal((await app.ask('PATCH', path, undefined, manager)).status, 200, 'as Editor of both')
    await app.ask('PUT', `/api/datastores/${other}`, { enrichment_prefix: '_else' })
    assert.equal((await app.ask('DELETE', `/api/datastores/${other}`)).status, 204)
    await assertRefused(app, take, 409, 'conflict')
    const given = { enrichment_prefix: '_pay' }
    assert.equal((await app.ask('PUT', `/api/datastores/${linked}`, given)).status, 200, 'an Admin gives it')
    assert.equal((await take()).status, 200, 'it has it then')
  })
})
