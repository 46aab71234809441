import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers refuses a name that is taken', (app) => {
  test('by another container of the datastore, tried or made', async () => {
    const { container } = await makePeople(app)
    const body = {
      container_type: 'computed_file',
      name: 'people.csv',
      source_container_id: container,
      select_clause: 'id',
    }
    await assertRefused(app, () => app.ask('POST', '/api/containers', body), 409, 'conflict')
    const tried = { container: body }
    await assertRefused(app, () => app.ask('POST', '/api/containers/validate', tried), 409, 'conflict')
  })
})
