import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers is for Editors', (app) => {
  test('of the datastore of the container that is read, tried or made', async () => {
    const { datastore, container } = await makePeople(app)
    const author = await app.user('Member', { Author: [datastore] })
    const body = {
      container_type: 'computed_file',
      name: 'x',
      source_container_id: container,
      select_clause: 'id',
    }
    await assertRefused(app, () => app.ask('POST', '/api/containers', body, author), 403, 'forbidden')
    const tried = { container: body }
    await assertRefused(
      app,
      () => app.ask('POST', '/api/containers/validate', tried, author),
      403,
      'forbidden',
    )
  })
})
