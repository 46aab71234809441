import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../harness/contract.ts'
import { linkFolder } from '../../harness/linked-folder.ts'
import { describeRuns, finish, makePrices, scanned } from '../../harness/runs.ts'

describeRuns('PUT /operations/rerun/{id} is refused', (app) => {
  test('while the run is queued or running', async () => {
    const id = await app.trigger(await makePrices(app), { type: 'scan' })
    const rerun = () => app.ask('PUT', `/api/operations/rerun/${id}`)
    await assertRefused(app, rerun, 409, 'wrong_state')
    await app.step()
    await assertRefused(app, rerun, 409, 'wrong_state')
    await finish(app)
  })

  test('when a container that the run names is gone, with nothing enqueued and nothing written over', async () => {
    const source = await makePrices(app)
    const { datastore_id } = source
    await linkFolder(app, datastore_id)
    const ids = await app.containers(source)
    const [container_id, destination_container_id] = ['a.csv', 'b.csv'].map((name) => ids.get(name))
    const payloads = [
      { type: 'scan', container_names: ['a.csv', 'b.csv'] },
      { type: 'profile', container_names: ['a.csv'] },
      { type: 'materialize', container_names: ['a.csv'] },
      { type: 'export', asset_type: 'checks', container_ids: [container_id] },
      { type: 'promote_quality_check', container_id, destination_container_id },
    ]
    const runs = []
    for (const payload of payloads) {
      runs.push(await app.trigger(source, payload))
      await finish(app)
    }
    await app.ask('DELETE', `/api/containers/${container_id}`)
    for (const id of runs) {
      const rerun = () => app.ask('PUT', `/api/operations/rerun/${id}`)
      const { body } = await assertRefused(app, rerun, 409, 'wrong_state')
      assert.match(
        body.detail,
        /^The run \d+ cannot be started again as it was\. (The datastore has n|N)o container /,
      )
    }
  })

  test('when it needs an enrichment datastore that is not linked any more', async () => {
    const source = await makePrices(app)
    const { datastore_id } = source
    await linkFolder(app, datastore_id)
    const runs = [(await scanned(app, source, { remediation: 'append' })).id]
    for (const payload of [{ type: 'export', asset_type: 'checks' }, { type: 'materialize' }]) {
      runs.push(await app.trigger(source, payload))
      await finish(app)
    }
    await app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)
    for (const id of runs) {
      const rerun = () => app.ask('PUT', `/api/operations/rerun/${id}`)
      const { body } = await assertRefused(app, rerun, 409, 'wrong_state')
      assert.match(body.detail, /: link one to the datastore first\.$/)
    }
  })
})
