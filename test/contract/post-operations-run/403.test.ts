import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, promotion } from '../../harness/promotions.ts'
import { assertRefused } from '../../harness/contract.ts'
import { describeRuns, makePrices } from '../../harness/runs.ts'

describeRuns('POST /operations/run is refused below Editor on the datastore', (app) => {
  test('to an Author, and to a Manager without a team', async () => {
    const { datastore_id } = await makePrices(app)
    const author = await app.user('Member', { Author: [datastore_id] })
    for (const token of [author, await app.user('Manager')]) {
      for (const type of ['scan', 'sync']) {
        const ask = () => app.ask('POST', '/api/operations/run', { type, datastore_id }, token)
        await assertRefused(app, ask, 403, 'forbidden')
      }
    }
  })

  test('to an Editor on one side of a promotion only', async () => {
    const [from, to] = [
      await placeOf(app, await makePrices(app), 'a.csv'),
      await placeOf(app, await makePrices(app), 'a.csv'),
    ]
    for (const own of [
      { Editor: [from.datastore_id], Author: [to.datastore_id] },
      { Editor: [to.datastore_id], Author: [from.datastore_id] },
      { Editor: [from.datastore_id] },
      { Editor: [to.datastore_id] },
    ]) {
      const token = await app.user('Member', own)
      const ends = { datastore_id: from.datastore_id, destination_datastore_id: to.datastore_id }
      const mapping = { container_id: from.container_id, destination_container_id: to.container_id }
      for (const payload of [
        promotion(from, to),
        { ...promotion(from, to), type: 'promote_computed_field' },
        { ...ends, type: 'promote_computed_table' },
        { ...ends, type: 'promote_computed_file', source_container_mappings: [mapping] },
      ]) {
        const ask = () => app.ask('POST', '/api/operations/run', payload, token)
        await assertRefused(app, ask, 403, 'forbidden')
      }
    }
  })

  test('to a Member who names an end that is not there, as one that they may not see', async () => {
    const from = await placeOf(app, await makePrices(app), 'a.csv')
    const token = await app.user('Member', { Editor: [from.datastore_id] })
    const asked = async (id: number) => {
      const payload = promotion(from, { ...from, container_id: id })
      const { status, body } = await app.ask('POST', '/api/operations/run', payload, token)
      return [status, body.detail.replace(id, 'ID')]
    }
    const hidden = await placeOf(app, await makePrices(app), 'a.csv')
    assert.deepEqual(await asked(987_654_321), await asked(hidden.container_id))
    assert.equal((await asked(hidden.container_id))[0], 403)
  })
})
