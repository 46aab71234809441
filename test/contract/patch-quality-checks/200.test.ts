import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('PATCH /quality-checks changes several', (app) => {
  let one = 0
  let two = 0
  before(async () => {
    const { container } = await makePeople(app)
    one = await makeCheck(app, container)
    two = await makeCheck(app, container, { fields: ['id'] })
  })

  test('answered in the order of the changes', async () => {
    const { status, body } = await app.ask('PATCH', '/api/quality-checks', [
      { id: two, status: 'Draft', tags: ['x'] },
      { id: one, description: 'First' },
    ])
    assert.equal(status, 200)
    assert.deepEqual(
      body.map((check: { id: number; status: string; description: string }) => [
        check.id,
        check.status,
        check.description,
      ]),
      [
        [two, 'Draft', 'Everybody has a name'],
        [one, 'Active', 'First'],
      ],
    )
  })

  test('what is refused is told by its place in the list', async () => {
    const answer = await assertRefused(
      app,
      () =>
        app.ask('PATCH', '/api/quality-checks', [
          { id: one, description: 'First' },
          { id: two, fields: ['nobody'] },
        ]),
      422,
      'invalid',
    )
    assert.deepEqual(places(answer), ['body.1.fields'])
  })

  test('all or none: one that is refused leaves the others as they were', async () => {
    for (const [refused, status, code] of [
      [{ id: two, fields: ['nobody'] }, 422, 'invalid'],
      [{ id: two, fields: ['name'], status: 'Active' }, 409, 'conflict'],
      [{ id: 999 }, 404, 'not_found'],
      [{ id: one }, 422, 'invalid'],
    ] as const) {
      const changes = [{ id: one, description: 'changed' }, refused]
      await assertRefused(app, () => app.ask('PATCH', '/api/quality-checks', changes), status, code)
    }
  })
  test('where one takes the test of another that gets a new one, in whatever order', async () => {
    const { container } = await makePeople(app)
    const lengthOf = (value: number) => ({ rule: 'maxLength', fields: ['name'], properties: { value } })
    const first = await makeCheck(app, container, lengthOf(1))
    const second = await makeCheck(app, container, lengthOf(2))
    const rotate = async (...changes: object[]) =>
      (await app.ask('PATCH', '/api/quality-checks', changes)).body.map(
        ({ properties, status }: { properties: { value: number }; status: string }) => [
          properties.value,
          status,
        ],
      )
    const to = (id: number, value: number) => ({ id, properties: { value } })
    assert.deepEqual(await rotate(to(first, 2), to(second, 1)), [
      [2, 'Active'],
      [1, 'Active'],
    ])
    assert.deepEqual(await rotate(to(second, 2), to(first, 3)), [
      [2, 'Active'],
      [3, 'Active'],
    ])
    assert.deepEqual(await rotate(to(first, 2), { id: second, status: 'Draft' }), [
      [2, 'Active'],
      [2, 'Draft'],
    ])
    const both = [to(first, 5), { ...to(second, 5), status: 'Active' }]
    await assertRefused(app, () => app.ask('PATCH', '/api/quality-checks', both), 409, 'conflict')
    const { body } = await app.ask('GET', `/api/quality-checks/${first}/versions`)
    assert.equal(body.total, 4)
  })
})
