import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { test } from 'node:test'
import type { HeldSession } from '../../src/connectors/connector.ts'
import { readable } from '../../src/connectors/readable.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { withSession } from '../../src/services/datastores/open-session.ts'
import { describeContract } from '../harness/contract.ts'
import { makeDatastore } from '../harness/factories.ts'

describeContract('a session on a datastore', (app) => {
  const signal = new AbortController().signal
  const isOpen = async (session: HeldSession) => {
    try {
      await readable(session).query({ sql: 'select 1 as n', parameters: [] })
      return true
    } catch {
      return false
    }
  }
  const scratch = () => readdir(app.environment.sources.scratch_folder)
  const connected = async (id: number) => (await app.ask('GET', `/api/datastores/${id}`)).body.connected

  test('is open during the work, closed after it, and leaves no scratch folder', async () => {
    const id = await makeDatastore(app)
    let kept: HeldSession | undefined
    const result = await withSession(app.environment, id, signal, async (session) => {
      kept = session
      assert.equal((await scratch()).length, 1)
      return isOpen(session)
    })
    assert.equal(result, true)
    assert.ok(kept)
    assert.equal(await isOpen(kept), false)
    assert.deepEqual(await scratch(), [])
  })

  test('is closed after an error too, which passes through', async () => {
    const id = await makeDatastore(app)
    let kept: HeldSession | undefined
    const failure = new Error('the work failed')
    await assert.rejects(
      withSession(app.environment, id, signal, async (session) => {
        kept = session
        throw failure
      }),
      failure,
    )
    assert.ok(kept)
    assert.equal(await isOpen(kept), false)
    assert.deepEqual(await scratch(), [])
    assert.equal(await connected(id), true)
  })

  test('two of one datastore have scratch folders of their own', async () => {
    const id = await makeDatastore(app)
    await withSession(app.environment, id, signal, () =>
      withSession(app.environment, id, signal, async () => {
        assert.equal((await scratch()).length, 2)
      }),
    )
    assert.deepEqual(await scratch(), [])
  })

  test('that cannot be opened is refused before the work, and the datastore remembers it', async () => {
    const id = await makeDatastore(app)
    const { body } = await app.ask('GET', `/api/datastores/${id}`)
    await rm(body.root_path, { recursive: true })
    const work = () => assert.fail('the work was called')
    await assert.rejects(withSession(app.environment, id, signal, work), ServiceError)
    assert.equal(await connected(id), false)
    assert.deepEqual(await scratch(), [])
    const isNotFound = (error: unknown) => error instanceof ServiceError && error.code === 'not_found'
    await assert.rejects(withSession(app.environment, 999, signal, work), isNotFound)
  })
})
