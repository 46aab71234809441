import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('DELETE /fields/{id} is refused', (app) => {
  let container = 0
  const ids: Record<string, number> = {}
  before(async () => {
    container = (await makePeople(app)).container
    const { body } = await app.ask('GET', `/fields?container=${container}`)
    for (const { id, name } of body.items) ids[name] = id
  })
  const refused = (name: string, query: string, code: string) =>
    assertRefused(app, () => app.ask('DELETE', `/fields/${ids[name]}${query}`), 409, code)

  test('for good, of a field that is there', async () => {
    await refused('age', '?archive=false', 'wrong_state')
  })

  test('of a field by which rows are told apart', async () => {
    for (const settings of [{ incremental_field_name: 'id' }, { key_fields: ['id'] }]) {
      await app.ask('PUT', `/containers/${container}`, settings)
      await refused('id', '', 'wrong_state')
      await app.ask('PUT', `/containers/${container}`, { incremental_field_name: null, key_fields: null })
    }
  })

  test('of a field that a computed one reads', async () => {
    await app.ask('POST', '/computed-fields', {
      container_id: container,
      name: 'years',
      transformation: 'cast',
      source_fields: ['age'],
      properties: { target_type: 'string' },
    })
    await refused('age', '', 'in_use')
    const { status } = await app.ask('POST', '/computed-fields', {
      container_id: container,
      name: 'initial',
      transformation: 'customExpression',
      properties: { column_expression: 'left(Name, 1)' },
    })
    assert.equal(status, 201)
    await refused('name', '', 'in_use')
  })

  test('of a missing field: to exclude it, and for good while a check names it or it is masked', async () => {
    const check = await makeCheck(app, container)
    const set = (status: string, former: string | null) =>
      app.environment.store.pool.query('update fields set status = $1, former_status = $2 where id = $3', [
        status,
        former,
        ids['name'],
      ])
    await set('missing', 'masked')
    await refused('name', '', 'wrong_state')
    await refused('name', '?archive=false', 'in_use')
    await app.ask('DELETE', `/quality-checks/${check}?archive=false`)
    await refused('name', '?archive=false', 'in_use')
    await set('missing', null)
    assert.equal((await app.ask('DELETE', `/fields/${ids['name']}?archive=false`)).status, 204)
  })
})
