import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET /quality-checks', (app) => {
  let people = { datastore: 0, container: 0 }
  let other = { datastore: 0, container: 0 }
  const id = { active: 0, draft: 0, archived: 0, discarded: 0, elsewhere: 0 }
  let author = ''
  before(async () => {
    people = await makePeople(app)
    other = await makePeople(app)
    author = await app.user('Member', { Author: [people.datastore] })
    id.active = await makeCheck(app, people.container, { tags: ['pii'], description: '100% named' })
    id.draft = await makeCheck(app, people.container, { rule: 'unique', fields: ['id'], status: 'Draft' })
    id.archived = await makeCheck(app, people.container, { fields: ['id'] })
    id.discarded = await makeCheck(app, people.container, { fields: ['age'] })
    id.elsewhere = await makeCheck(app, other.container)
    await app.ask('DELETE', `/api/quality-checks/${id.archived}`)
    await app.ask('DELETE', `/api/quality-checks/${id.discarded}?status=Discarded`)
    await app.ask('PUT', `/api/quality-checks/${id.draft}`, { owner_id: await userId(author) })
  })
  const userId = async (token: string) => {
    const { rows } = await app.environment.store.pool.query('select id from users where user_name = $1', [
      token,
    ])
    return rows[0]?.id as number
  }
  const ids = async (query: string, token?: string) => {
    const { status, body } = await app.ask('GET', `/api/quality-checks?${query}`, undefined, token)
    assert.equal(status, 200)
    return body.items.map((check: { id: number }) => check.id)
  }

  test('by what the last scan that asserted them concluded', async () => {
    const verdict = (check: number, is: boolean | null) =>
      app.environment.store.pool.query('update quality_checks set is_passing = $2 where id = $1', [check, is])
    await verdict(id.active, false)
    await verdict(id.elsewhere, true)
    assert.deepEqual(await ids('last_verdict=failed'), [id.active])
    assert.deepEqual(await ids('last_verdict=passed&last_verdict=failed'), [id.active, id.elsewhere])
    assert.deepEqual(await ids('last_verdict=none'), [id.draft])
    await verdict(id.active, null)
    await verdict(id.elsewhere, null)
  })

  test('lists open checks, archived ones only when asked', async () => {
    assert.deepEqual(await ids(''), [id.active, id.draft, id.elsewhere])
    assert.deepEqual(await ids('archived=only'), [id.archived, id.discarded])
    assert.deepEqual(await ids('archived=only&status=Archived&status=Active'), [id.archived])
    assert.deepEqual(await ids('archived=only&status=Active'), [])
    assert.equal((await ids('archived=include')).length, 5)
    assert.deepEqual(await ids('status=Draft'), [id.draft])
    assert.deepEqual(await ids('template_only=true&archived=include'), [], 'no check is a template')
    assert.deepEqual(await ids('template_only=True&template_locked=false'), [])
    assert.equal((await ids('template_only=false')).length, 3)
    assert.deepEqual(await ids('status=Discarded&status=Active&archived=include'), [
      id.active,
      id.discarded,
      id.elsewhere,
    ])
  })

  test('filters by place, rule type, tag, origin, owner and text', async () => {
    assert.deepEqual(await ids(`datastore=${people.datastore}`), [id.active, id.draft])
    assert.deepEqual(await ids(`container=${other.container}`), [id.elsewhere])
    assert.deepEqual(await ids('rule_type=unique&rule_type=sum'), [id.draft])
    assert.deepEqual(await ids('tag=pii'), [id.active])
    assert.deepEqual(await ids('inferred=True'), [])
    assert.equal((await ids('inferred=false')).length, 3)
    assert.deepEqual(await ids(`owner_id=${await userId(author)}`), [id.draft])
    assert.deepEqual(await ids('search=100%25'), [id.active])
    assert.deepEqual(await ids(`search=${id.draft}`), [id.draft])
    assert.deepEqual(await ids('size=1&page=2'), [id.draft])
  })

  test('leaves out what the caller may not see', async () => {
    assert.deepEqual(await ids('', author), [id.active, id.draft])
    assert.deepEqual(await ids('', await app.user('Member')), [])
  })

  test('the listing of all is bare, and may be the own ones only', async () => {
    const listing = async (query: string) =>
      (await app.ask('GET', `/api/quality-checks/listing?${query}`, undefined, author)).body
    assert.deepEqual(
      (await listing('')).map((check: { id: number }) => check.id),
      [id.active, id.draft],
    )
    assert.deepEqual(await listing('owner=true'), [
      {
        id: id.draft,
        rule_type: 'unique',
        description: 'Everybody has a name',
        status: 'Draft',
        container: { id: people.container, name: 'people.csv', container_type: 'file', table_type: null },
        fields: ['id'],
      },
    ])
  })

  test('counts what a check found', async () => {
    const weight = async () => (await app.ask('GET', `/api/quality-checks/${id.active}`)).body.weight
    const before = await weight()
    const seen = await makeAnomaly(app, people.container, [id.active, id.draft])
    // It is still open, and counted as that.
    await app.ask('PUT', `/api/anomalies/${seen}`, { status: 'Acknowledged' })
    const archived = await makeAnomaly(app, people.container, [id.active])
    await app.environment.store.database
      .updateTable('anomalies')
      .set({ status: 'Resolved' })
      .where('id', '=', archived)
      .execute()
    const { body } = await app.ask('GET', `/api/quality-checks/${id.active}`)
    assert.deepEqual([body.anomaly_count, body.active_anomaly_count], [2, 1])
    assert.equal(body.weight, before + 3)
  })

  test('an unknown status or word is 422', async () => {
    for (const query of ['status=Open', 'archived=yes', 'inferred=1']) {
      assert.equal((await app.ask('GET', `/api/quality-checks?${query}`)).status, 422)
    }
  })
})
