import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeConnection, makeDatastore } from '../../harness/factories.ts'

describeContract('PUT /datastores/{id} refuses', (app) => {
  let id = 0
  before(async () => void (id = await makeDatastore(app)))

  test('another source to an Editor who is no Manager: the credentials of a connection reach further than one datastore', async () => {
    const connection_id = await makeConnection(app)
    const editor = await app.user('Member', { Editor: [id] })
    for (const change of [
      { connection_id },
      { root_path: app.folder },
      { database: 'other' },
      { schema: 'x' },
    ]) {
      const ask = () => app.ask('PUT', `/api/datastores/${id}`, change, editor)
      await assertRefused(app, ask, 403, 'forbidden')
    }
  })

  test('to give it to a team, or take it from one, through which the caller is no Editor', async () => {
    const editor = await app.user('Manager', { Editor: [id], Viewer: [] })
    const { teams } = (await app.ask('GET', `/api/datastores/${id}`)).body
    const [own] = teams.map(({ name }: { name: string }) => name)
    for (const names of [
      [own, 'Public'],
      [own, `${editor} Viewer`],
    ]) {
      const ask = () => app.ask('PUT', `/api/datastores/${id}`, { teams: names }, editor)
      await assertRefused(app, ask, 403, 'forbidden')
    }
    await app.ask('PUT', `/api/datastores/${id}`, { teams: [own, 'Public'] })
    const ask = () => app.ask('PUT', `/api/datastores/${id}`, { teams: [own] }, editor)
    await assertRefused(app, ask, 403, 'forbidden')
  })
})
