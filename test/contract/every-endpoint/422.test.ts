import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('422 for what every bulk request refuses', (app) => {
  const known: Record<string, number> = {}
  before(async () => {
    const { container } = await makePeople(app)
    const check = await makeCheck(app, container)
    const anomaly = await makeAnomaly(app, container, [check])
    const { rows } = await app.environment.store.pool.query(
      'select id from fields where container_id = $1 order by id limit 1',
      [container],
    )
    Object.assign(known, { container, check, anomaly, field: rows[0].id })
  })

  const bulk = [
    ['PATCH', '/anomalies', 'anomaly', { status: 'Acknowledged' }, { description: 'seen' }],
    ['DELETE', '/anomalies', 'anomaly', { status: 'Resolved' }, { archive: false }],
    ['PATCH', '/quality-checks', 'check', { description: 'one' }, { description: 'two' }],
    ['DELETE', '/quality-checks', 'check', { archive: true }, { archive: false }],
    ['PATCH', '/containers', 'container', { tags: ['one'] }, { tags: ['two'] }],
    ['PATCH', '/fields', 'field', { status: 'masked' }, { status: 'active' }],
    ['DELETE', '/fields', 'field', { archive: true }, { archive: false }],
    ['PATCH', '/fields/restore', 'field', {}, {}],
  ] as const
  for (const [method, path, noun, one, other] of bulk) {
    test(`${method} ${path} that names one ${noun} twice`, async () => {
      const id = known[noun]
      const body = [
        { id, ...one },
        { id, ...other },
      ]
      const refused = await assertRefused(app, () => app.ask(method, `/api${path}`, body), 422, 'invalid')
      assert.deepEqual(places(refused), ['body.1.id'])
    })
  }
})
