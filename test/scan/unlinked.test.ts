import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkFolder } from '../harness/linked-folder.ts'
import { describeRuns, finish, makePrices } from '../harness/runs.ts'

describeRuns('a scan whose enrichment datastore is unlinked after its start', (app) => {
  const unlink = async (datastore_id: number) => {
    const { status } = await app.ask('DELETE', `/api/datastores/${datastore_id}/enrichment`)
    assert.equal(status, 204)
  }
  const assertTold = async (id: number) => {
    const { result, message } = await app.ended(id)
    assert.equal(result, 'success')
    assert.match(
      message,
      /^No rows were put aside \(remediation append\): the enrichment datastore was unlinked\./,
    )
    const { body } = await app.ask('GET', `/api/operations/${id}/logs`)
    assert.deepEqual(
      body.items.map((line: { message: string }) => line.message),
      [message],
    )
  }

  test('says that it put no rows aside', async () => {
    const source = await makePrices(app)
    const { datastore_id } = source
    await linkFolder(app, datastore_id)
    const id = await app.trigger(source, { type: 'scan', remediation: 'append' })
    await unlink(datastore_id)
    await finish(app)
    await assertTold(id)
  })

  test('says so when it was aborted before and is resumed after that', async () => {
    const source = await makePrices(app)
    const { datastore_id } = source
    await linkFolder(app, datastore_id)
    const id = await app.trigger(source, { type: 'scan', remediation: 'append' })
    await app.step()
    await app.ask('PUT', `/api/operations/abort/${id}`)
    await unlink(datastore_id)
    await app.ask('PUT', `/api/operations/run/${id}`)
    await finish(app)
    await assertTold(id)
  })
})
