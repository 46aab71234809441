import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { freshDatabase } from '../../harness/database.ts'
import { readEvents } from '../../harness/event-reader.ts'
import { asking } from '../../harness/scan-rounds.ts'
import { placeForHome, startService } from '../../harness/service-process.ts'

describeContract('GET /operations/{id}/events answers 401', (app) => {
  test('without a token, before a stream begins', async () => {
    for (const path of ['/api/operations/1/events', '/operations/1/events'])
      await assertRefused(app, () => app.ask('GET', path, undefined, null), 401, 'unauthenticated')
  })
})

// The process has the role `api` alone, so runs stay queued.
test('A stream of events ends when its token is revoked, and when its service is told to stop', async () => {
  const { home, remove } = placeForHome('open')
  const database = await freshDatabase()
  const service = startService({
    ASSAY_HOME: home,
    ASSAY_ROLE: 'api',
    ASSAY_ALLOWED_PATHS: '/tmp',
    DATABASE_URL: database.url,
  })
  try {
    const url = await service.ready
    const ask = asking(url, home)
    const connection = { name: 'files', type: 'local' }
    const { id: datastore_id } = await ask('POST', '/datastores', {
      name: 'files',
      connection,
      root_path: '/tmp',
    })
    const { id } = await ask('POST', '/operations/run', { type: 'sync', datastore_id })
    const path = `${url}/api/operations/${id}/events`
    const token = await ask('POST', '/user-tokens', { name: 'for a while' })
    const events = await readEvents(path, token.bearer_token)
    assert.equal((await events.event())?.data.result, 'queued')
    await ask('DELETE', `/user-tokens/${token.id}`)
    await ask('PUT', `/operations/abort/${id}`)
    const refused = await events.event()
    assert.deepEqual([refused?.event, refused?.data.code], ['refused', 'unauthenticated'])
    assert.equal(await events.next(), null)

    const next = await ask('POST', '/operations/run', { type: 'sync', datastore_id })
    const admin = readFileSync(join(home, 'admin-token'), 'utf8').trim()
    const open = await readEvents(`${url}/api/operations/${next.id}/events`, admin)
    assert.equal((await open.event())?.data.result, 'queued')
    const ending = service.end('SIGTERM')
    assert.equal(await open.event(), null)
    assert.equal((await ending).code, 0)
  } finally {
    await service.end('SIGKILL')
    await database.close()
    remove()
  }
})
