import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('POST /quality-checks refuses what tests the same as an Active check', (app) => {
  let container = 0
  before(async () => void ({ container } = await makePeople(app)))
  const base = () => ({
    container_id: container,
    description: 'again',
    rule: 'unique',
    fields: ['id', 'name'],
  })

  test('naming it, whatever the order of fields, the description or coverage', async () => {
    const first = await makeCheck(app, container, { rule: 'unique', fields: ['name', 'id'] })
    const ask = () => app.ask('POST', '/api/quality-checks', { ...base(), coverage: 0.5 })
    const { body } = await assertRefused(app, ask, 409, 'conflict')
    assert.match(body.detail, new RegExp(`check ${first} \\("Everybody has a name"\\)`))
  })

  test('another filter, other properties or an archived one do not stand in the way', async () => {
    assert.equal((await app.ask('POST', '/api/quality-checks', { ...base(), filter: 'age > 1' })).status, 201)
    const id = await makeCheck(app, container, { rule: 'between', fields: ['age'], properties: { min: 0 } })
    const other = { ...base(), rule: 'between', fields: ['age'], properties: { min: 1 } }
    assert.equal((await app.ask('POST', '/api/quality-checks', other)).status, 201)
    await app.ask('DELETE', `/api/quality-checks/${id}`)
    const same = { ...other, properties: { min: 0 } }
    assert.equal((await app.ask('POST', '/api/quality-checks', same)).status, 201)
  })

  test("drafts stand in nobody's way: as many as wanted, beside an Active check too, until one becomes Active", async () => {
    const same = { ...base(), rule: 'notNull', fields: ['id'] }
    const draft = { ...same, status: 'Draft' }
    const made: number[] = []
    for (const body of [draft, draft, same, draft]) {
      const answer = await app.ask('POST', '/api/quality-checks', body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      made.push(answer.body.id)
    }
    const activate = () => app.ask('PUT', `/api/quality-checks/${made[0]}`, { status: 'Active' })
    const { body } = await assertRefused(app, activate, 409, 'conflict')
    assert.match(body.detail, new RegExp(`The Active check ${made[2]} `))
  })

  test('of several at once one is made', async () => {
    const ask = () => app.ask('POST', '/api/quality-checks', { ...base(), rule: 'notNull', fields: ['age'] })
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
  })
})
