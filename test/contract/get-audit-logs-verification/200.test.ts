import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /audit-logs/verification', (app) => {
  const verify = async (query = '') => (await app.ask('GET', `/api/audit-logs/verification${query}`)).body
  const makeTokens = (names: readonly string[]) =>
    Promise.all(names.map((name) => app.ask('POST', '/api/user-tokens', { name })))
  /** Does what somebody with the database in their hands could do. */
  const tamper = async (statement: string) => {
    const { pool } = app.environment.store
    await pool.query('alter table audit_logs disable trigger audit_logs_are_kept')
    await pool.query(statement)
    await pool.query('alter table audit_logs enable trigger audit_logs_are_kept')
  }

  test('an empty log is whole', async () => {
    assert.deepEqual(await verify(), { valid: true, entries: 0, last: null, broken: null })
  })

  test('entries written at the same time stand in one chain without gaps', async () => {
    await makeTokens(Array.from({ length: 30 }, (_, number) => `token ${number}`))
    const { valid, entries, last } = await verify()
    assert.deepEqual([valid, entries, last.id], [true, 30, 30])
    const known = await verify(`?known_id=${last.id}&known_hash=${last.hash}`)
    assert.equal(known.valid, true)
  })

  test('the database itself refuses to change or delete an entry', async () => {
    const { pool } = app.environment.store
    for (const statement of [
      'delete from audit_logs',
      "update audit_logs set user_name = 'x'",
      'truncate audit_logs',
    ]) {
      await assert.rejects(pool.query(statement), /only ever added to/)
    }
  })

  test('entries cut off at the end are missed by who kept the last one', async () => {
    const { last } = await verify()
    await tamper('delete from audit_logs where id > 28')
    assert.equal((await verify()).valid, true)
    const { valid, broken } = await verify(`?known_id=${last.id}&known_hash=${last.hash}`)
    assert.deepEqual([valid, broken.id], [false, 30])
    const other = await verify(`?known_id=5&known_hash=${'a'.repeat(64)}`)
    assert.deepEqual([other.valid, other.broken.id], [false, 5])
  })

  test('two entries that changed places are found, whatever became of their ids', async () => {
    const before = (await verify()).entries
    await tamper('update audit_logs set id = -id where id in (24, 25)')
    await tamper('update audit_logs set id = 49 + id where id in (-24, -25)')
    const { valid, broken } = await verify()
    assert.deepEqual([valid, broken.id], [false, 24])
    await tamper('update audit_logs set id = -id where id in (24, 25)')
    await tamper('update audit_logs set id = 49 + id where id in (-24, -25)')
    assert.deepEqual([(await verify()).valid, (await verify()).entries], [true, before])
  })

  test('an entry that was slipped in is found', async () => {
    const columns =
      'created, user_id, user_name, action, resource_type, resource_id, details, endpoint, ip_address'
    await tamper(`insert into audit_logs (id, ${columns}, previous_hash, hash)
      select id + 1, ${columns}, hash, repeat('e', 64) from audit_logs where id = 28`)
    const { valid, broken } = await verify()
    assert.deepEqual([valid, broken.id], [false, 29])
    await tamper('delete from audit_logs where id = 29')
  })

  test('an entry that was slipped in before the first is found', async () => {
    const columns =
      'created, user_id, user_name, action, resource_type, resource_id, details, endpoint, ip_address'
    for (const id of [0, -7]) {
      await tamper(`insert into audit_logs (id, ${columns}, previous_hash, hash)
        select ${id}, ${columns}, previous_hash, hash from audit_logs where id = 1`)
      const { valid, broken } = await verify()
      assert.deepEqual([valid, broken.id], [false, id])
      await tamper(`delete from audit_logs where id = ${id}`)
    }
    assert.equal((await verify()).valid, true)
  })

  test('a time that was moved by a microsecond is found', async () => {
    await tamper("update audit_logs set created = created + interval '1 microsecond' where id = 3")
    const { valid, broken } = await verify()
    assert.deepEqual([valid, broken.id], [false, 3])
    await tamper("update audit_logs set created = created - interval '1 microsecond' where id = 3")
    assert.equal((await verify()).valid, true)
  })

  test('an entry that was changed, replaced or taken out is found', async () => {
    await tamper("update audit_logs set user_name = 'nobody' where id = 20")
    assert.deepEqual((await verify()).broken, {
      id: 20,
      reason: 'This entry was changed after it had been written.',
    })
    await tamper("update audit_logs set previous_hash = repeat('f', 64) where id = 12")
    assert.match((await verify()).broken.reason, /does not build on the one before/)
    await tamper('delete from audit_logs where id = 7')
    const { valid, entries, broken } = await verify()
    assert.deepEqual([valid, entries, broken.id], [false, 6, 8])
  })
})
