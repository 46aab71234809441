import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

describeContract('POST /datastores refuses', (app) => {
  test('a Manager who gives it to a team through which they are no Editor', async () => {
    const manager = await app.user('Manager', { Editor: [], Viewer: [] })
    const connection_id = await makeConnection(app)
    const make = (teams: string[]) =>
      app.ask(
        'POST',
        '/api/datastores',
        { name: 'theirs', connection_id, root_path: app.folder, teams },
        manager,
      )
    for (const teams of [['Public'], [`${manager} Viewer`], [`${manager} Editor`, 'Public']]) {
      await assertRefused(app, () => make(teams), 403, 'forbidden')
    }
    assert.equal((await make([`${manager} Editor`])).status, 201)
  })
})
