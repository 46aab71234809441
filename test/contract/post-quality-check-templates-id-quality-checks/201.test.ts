import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-check-templates/{id}/quality-checks', (app) => {
  let one = { datastore: 0, container: 0 }
  let other = { datastore: 0, container: 0 }
  let author = ''
  before(async () => {
    one = await makePeople(app)
    other = await makePeople(app)
    author = await app.user('Member', { Author: [one.datastore, other.datastore] })
  })
  const template = async (members: object) => {
    const { status, body } = await app.ask('POST', '/api/quality-check-templates', {
      description: 'x',
      ...members,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id as number
  }
  const make = (id: number, uses: object[], token = author) =>
    app.ask('POST', `/api/quality-check-templates/${id}/quality-checks`, uses, token)

  test('makes one check over many containers, with what each use has of its own', async () => {
    const id = await template({ rule: 'notNull', tags: ['gold'], coverage: 0.9 })
    const { status, body } = await make(id, [
      { container_id: one.container, fields: ['name'] },
      { container_id: other.container, fields: ['age'], description: 'Ages', coverage: 0.5, status: 'Draft' },
    ])
    assert.equal(status, 201, JSON.stringify(body))
    const shown = body.map((check: { container: { id: number }; coverage: number; description: string }) => [
      check.container.id,
      check.coverage,
      check.description,
    ])
    assert.deepEqual(shown, [
      [one.container, 0.9, 'x'],
      [other.container, 0.5, 'Ages'],
    ])
    assert.deepEqual(
      [body[0].template_id, body[0].template_locked, body[0].global_tags[0].name, body[1].status],
      [id, false, 'gold', 'Draft'],
    )
    const read = await app.ask('GET', `/api/quality-check-templates/${id}`)
    assert.equal(read.body.template_checks_count, 2)
  })

  test('makes a check for each value of its filter', async () => {
    const id = await template({ rule: 'positive', filter: "name = each('Ada', 'Alan') and id = each(1, 2)" })
    const { body } = await make(id, [{ container_id: one.container, fields: ['age'] }])
    assert.deepEqual(
      body.map(({ filter }: { filter: string }) => filter),
      [
        "name = 'Ada' and id = 1",
        "name = 'Ada' and id = 2",
        "name = 'Alan' and id = 1",
        "name = 'Alan' and id = 2",
      ],
    )
    const again = () => make(id, [{ container_id: one.container, fields: ['age'] }])
    await assertRefused(app, again, 409, 'conflict')
  })

  test('makes one as any check is made, where the body names the template', async () => {
    const id = await template({ rule: 'minValue', properties: { value: 1 } })
    const post = (members: object) =>
      app.ask('POST', '/api/quality-checks', {
        container_id: one.container,
        description: 'Grown',
        fields: ['age'],
        rule: 'minValue',
        ...members,
      })
    const { status, body } = await post({ template_id: id })
    assert.deepEqual(
      [status, body.template_id, body.properties, body.description],
      [201, id, { value: 1 }, 'Grown'],
    )
    await assertRefused(app, () => post({ template_id: 999 }), 404, 'not_found')
    await assertRefused(
      app,
      () => post({ filter: 'age = each(1, 2)', properties: { value: 2 } }),
      422,
      'invalid',
    )
    const change = { template_id: id + 1 }
    await assertRefused(app, () => app.ask('PUT', `/api/quality-checks/${body.id}`, change), 409, 'conflict')
  })

  test('refuses what a locked template does not allow, and makes none where one cannot be', async () => {
    const id = await template({ rule: 'maxValue', properties: { value: 99 }, template_locked: true })
    const use = { container_id: one.container, fields: ['age'] }
    await assertRefused(app, () => make(id, [{ ...use, properties: { value: 5 } }]), 409, 'conflict')
    await assertRefused(app, () => make(id, [use, { ...use, fields: ['nobody'] }]), 422, 'invalid')
    await assertRefused(app, () => make(id, [{ ...use, rule: 'minValue' }]), 422, 'invalid')
    const outsider = await app.user('Member', { Author: [other.datastore] })
    await assertRefused(app, () => make(id, [use], outsider), 404, 'not_found')
    const { body } = await make(id, [{ ...use, properties: { value: 99 } }])
    assert.deepEqual([body[0].properties, body[0].template_locked], [{ value: 99 }, true])
  })
})
