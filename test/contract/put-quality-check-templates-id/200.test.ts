import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

interface ShownCheck {
  id: number
  filter: string | null
  properties: { value: number }
  template_id: number | null
}

describeContract('PUT /quality-check-templates/{id}', (app) => {
  let people = { datastore: 0, container: 0 }
  before(async () => void (people = await makePeople(app)))
  const made = async (members: object): Promise<{ id: number; checks: ShownCheck[] }> => {
    const { body } = await app.ask('POST', '/api/quality-check-templates', { description: 'x', ...members })
    const uses = [{ container_id: people.container, fields: ['age'] }]
    const answer = await app.ask('POST', `/api/quality-check-templates/${body.id}/quality-checks`, uses)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return { id: body.id, checks: answer.body }
  }
  const change = async (id: number, members: object) => {
    const { status, body } = await app.ask('PUT', `/api/quality-check-templates/${id}`, members)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const checksOf = async (template: number): Promise<ShownCheck[]> =>
    (await app.ask('GET', `/api/quality-checks?size=100`)).body.items.filter(
      ({ template_id }: ShownCheck) => template_id === template,
    )

  test('changes the checks of a locked template, each as a new version', async () => {
    const { id, checks } = await made({ rule: 'maxValue', properties: { value: 90 }, template_locked: true })
    const [{ id: check = 0 } = {}] = checks
    await change(id, { properties: { value: 80 }, description: 'Not too old' })
    const read = (await app.ask('GET', `/api/quality-checks/${check}`)).body
    assert.deepEqual([read.properties, read.description], [{ value: 80 }, 'x'])
    const versions = (await app.ask('GET', `/api/quality-checks/${check}/versions`)).body.items
    assert.deepEqual(
      versions.map(({ properties }: ShownCheck) => properties.value),
      [80, 90],
    )
    const edit = (members: object) => app.ask('PUT', `/api/quality-checks/${check}`, members)
    await assertRefused(app, () => edit({ properties: { value: 7 } }), 409, 'conflict')
    assert.equal((await edit({ description: 'Mine' })).status, 200)
    // A change that changes nothing makes no version.
    await change(id, { properties: { value: 80 } })
    assert.equal((await app.ask('GET', `/api/quality-checks/${check}/versions`)).body.total, 3)
  })

  test('leaves the checks of another as they are, until it is locked', async () => {
    const { id } = await made({ rule: 'maxValue', properties: { value: 70 } })
    await change(id, { properties: { value: 60 } })
    assert.deepEqual(
      (await checksOf(id)).map(({ properties }) => properties.value),
      [70],
    )
    await change(id, { template_locked: true })
    assert.deepEqual(
      (await checksOf(id)).map(({ properties }) => properties.value),
      [60],
    )
  })

  test('makes checks for new values of its filter, and deletes those of values that are gone if locked', async () => {
    for (const template_locked of [true, false]) {
      const value = template_locked ? 50 : 40
      const { id, checks } = await made({
        rule: 'maxValue',
        properties: { value },
        filter: "name = each('Ada', 'Alan')",
        template_locked,
      })
      assert.equal(checks.length, 2)
      await change(id, { filter: "name = each('Alan', 'Grace')" })
      const filters = (await checksOf(id)).map(({ filter }) => filter)
      assert.deepEqual(
        filters,
        template_locked
          ? ["name = 'Alan'", "name = 'Grace'"]
          : ["name = 'Ada'", "name = 'Alan'", "name = 'Grace'"],
      )
    }
  })

  test('refuses another rule, and changes nothing when one of its checks cannot follow', async () => {
    const { id, checks } = await made({ rule: 'maxValue', properties: { value: 30 }, template_locked: true })
    const put = (members: object) => app.ask('PUT', `/api/quality-check-templates/${id}`, members)
    await assertRefused(app, () => put({ rule: 'minValue' }), 409, 'conflict')
    await assertRefused(app, () => put({ filter: 'no_such_field > 1' }), 422, 'invalid')
    assert.equal(checks[0]?.filter, null)
    assert.equal((await checksOf(id))[0]?.filter, null)
  })
})
