import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startCommand } from '../harness/command.ts'
import { makePeople } from '../harness/factories.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('assay promote', () => {
  let app: WorkingApp
  before(async () => (app = await startWorkingApp({ workers: 0 })))
  after(() => app.close())

  test('ends with 2 when its run is aborted, and says how to go on', async () => {
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const places = [await makePeople(app), await makePeople(app)]
    const names = await Promise.all(
      places.map(async ({ datastore, container }) => {
        const { body: of } = await app.ask('GET', `/api/datastores/${datastore}`)
        const { body } = await app.ask('GET', `/api/containers/${container}`)
        return `${of.name}/${body.name}`
      }),
    )
    const { said } = startCommand(['promote', ...names], { ASSAY_URL: url, ASSAY_TOKEN: 'admin-1' })
    const started = async (): Promise<number> => {
      for (;;) {
        const { body } = await app.ask('GET', '/api/operations?operation_type=promote')
        if (body.total > 0) return body.items[0].id
        await delay(50)
      }
    }
    const id = await started()
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    const { code, errors } = await said
    assert.equal(code, 2, errors)
    assert.match(errors, /^assay: Run \d+ \(promote\) did not succeed\. .*\nTry: assay runs resume \d+\n$/m)
  })
})
