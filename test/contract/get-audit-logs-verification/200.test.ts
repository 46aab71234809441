import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealAuditOnce } from '../../../src/store/installation.ts'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /audit-logs/verification', (app) => {
  const verify = async (query = '') => (await app.ask('GET', `/api/audit-logs/verification${query}`)).body
  const makeTokens = (names: readonly string[]) =>
    Promise.all(names.map((name) => app.ask('POST', '/api/user-tokens', { name })))
  /** Changes the log as somebody with access to the database could. */
  const tamper = async (statement: string) => {
    const { pool } = app.environment.store
    await pool.query('alter table audit_logs disable trigger audit_logs_are_kept')
    await pool.query(statement)
    await pool.query('alter table audit_logs enable trigger audit_logs_are_kept')
  }

  test('an empty log is whole', async () => {
    const { sealed, ...outcome } = await verify()
    assert.deepEqual(outcome, { valid: true, entries: 0, last: null, broken: null })
    assert.equal(sealed.entries_before, 0)
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

  test('entries cut off at the end are missed, also by who kept none', async () => {
    const { last } = await verify()
    await tamper('create table cut as select * from audit_logs where id > 28')
    await tamper('delete from audit_logs where id > 28')
    const { valid, entries, broken } = await verify()
    assert.deepEqual([valid, entries, broken.id], [false, 28, 30])
    assert.match(broken.reason, /sealed end of the log, and is missing/)
    assert.equal((await verify(`?known_id=${last.id}&known_hash=${last.hash}`)).broken.id, 30)
    const other = await verify(`?known_id=5&known_hash=${'a'.repeat(64)}`)
    assert.deepEqual([other.valid, other.broken.id], [false, 5])
    await tamper('insert into audit_logs select * from cut')
    assert.equal((await verify()).valid, true)
  })

  test('what is written after entries were cut off covers nothing up', async () => {
    await tamper('delete from audit_logs where id > 28')
    await makeTokens(['after the cut'])
    assert.equal((await verify()).broken.id, 30)
    // The entry that now has the number of the sealed one is another.
    await makeTokens(['after that'])
    assert.deepEqual((await verify()).broken, {
      id: 30,
      reason: 'This entry is another than the sealed end of the log: the log was written anew.',
    })
    await makeTokens(['and after that'])
    assert.equal((await verify()).valid, false)
    await tamper('delete from audit_logs where id > 28')
    await tamper('insert into audit_logs select * from cut')
    assert.equal((await verify()).valid, true)
  })

  test('a head that was removed, set back or made up is found, and not made anew by a start', async () => {
    const { store, secrets } = app.environment
    await tamper('create table head as select * from audit_head')
    const restored = async () => {
      await tamper('delete from audit_head')
      await tamper('insert into audit_head select * from head')
      assert.equal((await verify()).valid, true)
    }
    await tamper('delete from audit_head')
    await sealAuditOnce(store, secrets)
    assert.match((await verify()).broken.reason, /sealed end of the log was removed/)
    await restored()
    await tamper(`update audit_head set seal = repeat('a', 64)`)
    assert.match((await verify()).broken.reason, /not the one of this service/)
    await restored()
    await tamper('update audit_head set (id, hash) = (select id, hash from audit_logs where id = 28)')
    assert.match((await verify()).broken.reason, /not the one of this service/)
    await restored()
    await makeTokens(['one more'])
    await tamper('create table later as select * from audit_head')
    await tamper('delete from audit_head')
    await tamper('insert into audit_head select * from head')
    assert.deepEqual([(await verify()).valid, (await verify()).broken.id], [false, 31])
    await tamper('delete from audit_head')
    await tamper('insert into audit_head select * from later')
    assert.equal((await verify()).valid, true)
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
      select id + 1, ${columns}, hash, repeat('e', 64) from audit_logs where id = 31`)
    const { valid, broken } = await verify()
    assert.deepEqual([valid, broken.id], [false, 32])
    await tamper('delete from audit_logs where id = 32')
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
