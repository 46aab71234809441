import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-check-templates/{id}/quality-checks is refused', (app) => {
  test('at the place of the list where a use is wrong, and a single check of a template by its members', async () => {
    const { container: container_id } = await makePeople(app)
    const { body } = await app.ask('POST', '/api/quality-check-templates', {
      description: 'x',
      rule: 'notNull',
    })
    const path = `/api/quality-check-templates/${body.id}/quality-checks`
    const wrong: [use: object, place: string][] = [
      [{ fields: ['unheard of'] }, 'fields'],
      [{ fields: ['age'], rule: 'unique' }, 'rule'],
      [{ fields: ['age'], filter: 'age > ' }, 'filter'],
    ]
    for (const [use, member] of wrong) {
      const uses = [
        { container_id, fields: ['name'] },
        { container_id, ...use },
      ]
      const refused = await assertRefused(app, () => app.ask('POST', path, uses), 422, 'invalid')
      assert.deepEqual(places(refused), [`body.1.${member}`])
      const single = await app.ask('POST', '/api/quality-checks', {
        description: 'x',
        rule: 'notNull',
        ...uses[1],
        template_id: body.id,
      })
      assert.deepEqual([single.status, places(single)], [422, [`body.${member}`]])
    }
  })
})
