import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('DELETE /containers/{id} refuses to take away what others read', (app) => {
  test('and names them; once they are gone it goes', async () => {
    const { container } = await makePeople(app)
    const { body } = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'ids',
      source_container_id: container,
      select_clause: 'id',
    })
    const remove = () => app.ask('DELETE', `/api/containers/${container}`)
    const refused = await assertRefused(app, remove, 409, 'in_use')
    assert.match(refused.body.detail, /"people\.csv" is read by the computed container "ids"/)
    assert.equal((await app.ask('DELETE', `/api/containers/${body.id}`)).status, 204)
    assert.equal((await remove()).status, 204)
  })
})
