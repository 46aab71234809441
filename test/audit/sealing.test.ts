import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealAuditOnce } from '../../src/store/installation.ts'
import { describeContract } from '../harness/contract.ts'

describeContract('the audit log of a database that an earlier version set up', (app) => {
  const verify = async () => (await app.ask('GET', '/api/audit-logs/verification')).body

  test('is sealed once at the start, and says how many entries were there before', async () => {
    const { store, secrets } = app.environment
    for (const name of ['one', 'two']) await app.ask('POST', '/api/user-tokens', { name })
    // As the migration leaves it.
    await store.database.deleteFrom('audit_head').execute()
    await store.database
      .updateTable('installation')
      .set({ key_check: secrets.seal('assay', 'installation') })
      .execute()
    assert.deepEqual([(await verify()).valid, (await verify()).sealed], [false, null])

    await Promise.all([sealAuditOnce(store, secrets), sealAuditOnce(store, secrets)])
    const { valid, entries, sealed } = await verify()
    assert.deepEqual([valid, entries, sealed.entries_before], [true, 2, 2])

    await app.ask('POST', '/api/user-tokens', { name: 'three' })
    await sealAuditOnce(store, secrets)
    const later = await verify()
    assert.deepEqual([later.valid, later.entries, later.sealed], [true, 3, sealed])
  })

  test('is verified while entries are written', async () => {
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, number) => app.ask('POST', '/api/user-tokens', { name: `t${number}` })),
    )
    const seen = await Promise.all(Array.from({ length: 20 }, () => verify()))
    assert.deepEqual(
      seen.filter(({ valid }) => !valid),
      [],
    )
    await writing
    assert.equal((await verify()).entries, 33)
  })
})
