import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../../harness/app.ts'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'
import { routes } from '../../harness/routes.ts'

/** The part of a schema that says which of its lists take null. */
interface Form {
  type?: string
  required?: string[]
  properties?: Record<string, Form>
  items?: Form
  anyOf?: Form[]
}

/** Lists below a body that may be left out and do not take null. */
function listsWithoutNull(form: Form, path: string): string[] {
  const members = Object.entries(form.properties ?? {}).flatMap(([name, member]) => {
    const place = `${path}.${name}`
    const isStrict = member.type === 'array' && form.required?.includes(name) !== true
    return [...(isStrict ? [place] : []), ...listsWithoutNull(member, place)]
  })
  const inner = form.items ? listsWithoutNull(form.items, `${path}[]`) : []
  return [...members, ...inner, ...(form.anyOf ?? []).flatMap((one) => listsWithoutNull(one, path))]
}

/** One of the two is given; the members of the filter are the parameters of the list of anomalies. */
const choices = /^POST \/anomalies\/bulk body\.(?:ids$|filter\.)/

describeContract('A list that a body may leave out', (app) => {
  let place = { datastore: 0, container: 0 }
  before(async () => void (place = await makePeople(app)))

  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  const asked = async (method: 'PUT' | 'PATCH' | 'POST', path: string, body: unknown) => {
    const answer: Answer = await app.ask(method, `/api${path}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  test('may be null wherever it stands', () => {
    const strict = routes.flatMap(({ method, path, body }) =>
      body ? listsWithoutNull(body as Form, `${method} ${path} body`) : [],
    )
    assert.deepEqual(
      strict.filter((one) => !choices.test(one)),
      [],
    )
  })

  test('is empty by null: tags and assignees of an anomaly, by itself and among others', async () => {
    const id = await makeAnomaly(app, place.container, [])
    const { body: me } = await app.ask('GET', '/api/users/me')
    for (const change of [
      () => asked('PUT', `/anomalies/${id}`, { tags: null, assignee_ids: null }),
      async () => (await asked('PATCH', '/anomalies', [{ id, tags: null, assignee_ids: null }]))[0],
      async () => {
        await asked('POST', '/anomalies/bulk', { ids: [id], change: { tags: null, assignee_ids: null } })
        return (await app.ask('GET', `/api/anomalies/${id}`)).body
      },
    ]) {
      const given = await asked('PUT', `/anomalies/${id}`, { tags: ['urgent'], assignee_ids: [me.id] })
      assert.deepEqual([given.global_tags.length, given.assignees.length], [1, 1])
      const { global_tags, assignees } = await change()
      assert.deepEqual([global_tags, assignees], [[], []])
    }
  })

  test('is empty by null: people and datastores of a team, also of a new one', async () => {
    const { body: me } = await app.ask('GET', '/api/users/me')
    const input = { name: 'Nobody', permission: 'Viewer', user_ids: null, datastore_ids: null }
    const made = await asked('POST', '/teams', input)
    assert.deepEqual([made.users, made.datastores], [[], []])
    const filled = { user_ids: [me.id], datastore_ids: [place.datastore] }
    const full = await asked('PUT', `/teams/${made.id}`, filled)
    assert.deepEqual([full.users.length, full.datastores.length], [1, 1])
    const { users, datastores } = await asked('PUT', `/teams/${made.id}`, input)
    assert.deepEqual([users, datastores], [[], []])
    await asked('POST', '/users', { user_name: 'somebody' })
    const { body: teams } = await app.ask('GET', '/api/teams?name=Public')
    const emptied = await app.ask('PUT', `/api/teams/${teams.items[0].id}`, { user_ids: null })
    assert.equal(emptied.status, 409, 'everybody is in the team Public, whatever is asked')
  })

  test('is empty by null: filters, tags and actions of a flow, also of a new one', async () => {
    const none = {
      filter_datastores: null,
      filter_tags: null,
      filter_operation_type: null,
      filter_anomaly_status: null,
      check_rule_types: null,
      tags: null,
      actions: null,
    }
    const shown = ({
      filter_datastores,
      filter_tags,
      filter_operation_type,
      global_tags,
      actions,
    }: Answer['body']) => [filter_datastores, filter_tags, filter_operation_type, global_tags, actions]
    const made = await asked('POST', '/flows', { name: 'Quiet', trigger_type: 'operation', ...none })
    assert.deepEqual(shown(made), [[], [], [], [], []])
    const full = await asked('PUT', `/flows/${made.id}`, {
      filter_datastores: [place.datastore],
      filter_tags: ['urgent'],
      filter_operation_type: ['scan'],
      tags: ['urgent'],
      actions: [{ type: 'notification', notification_type: 'InApp' }],
    })
    assert.deepEqual(
      shown(full).map(({ length }) => length),
      [1, 1, 1, 1, 1],
    )
    assert.deepEqual(shown(await asked('PUT', `/flows/${made.id}`, none)), [[], [], [], [], []])
  })

  test('is empty by null: tags of a check, a container, a field and a datastore, whose teams stay', async () => {
    const check = await makeCheck(app, place.container, { tags: ['urgent'] })
    assert.deepEqual((await asked('PUT', `/quality-checks/${check}`, { tags: null })).global_tags, [])
    const { body: fields } = await app.ask('GET', `/api/fields?container=${place.container}`)
    for (const path of [
      `/containers/${place.container}`,
      `/datastores/${place.datastore}`,
      `/fields/${fields.items[0].id}`,
    ]) {
      assert.deepEqual(names((await asked('PUT', path, { tags: ['urgent'] })).global_tags), ['urgent'])
      assert.deepEqual((await asked('PUT', path, { tags: null })).global_tags, [], path)
    }
    await asked('PUT', `/containers/${place.container}`, { tags: ['urgent'] })
    const [tagged] = await asked('PATCH', '/containers', [{ id: place.container, tags: null }])
    assert.deepEqual(tagged.global_tags, [])
    const path = `/datastores/${place.datastore}`
    assert.deepEqual(names((await asked('PUT', path, { teams: ['Public'] })).teams), ['Public'])
    assert.deepEqual(names((await asked('PUT', path, { teams: null })).teams), ['Public'])
  })

  test('is empty by null: the fields of a check, which a rule may need', async () => {
    const id = await makeCheck(app, place.container, { fields: ['age'] })
    const { status, body } = await app.ask('PUT', `/api/quality-checks/${id}`, { fields: null })
    assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'fields']])
    const whole = { rule: 'satisfiesExpression', properties: { expression: 'age > 0' } }
    const expression = await makeCheck(app, place.container, { ...whole, fields: null })
    assert.deepEqual((await asked('PUT', `/quality-checks/${expression}`, { fields: null })).fields, [])
  })
})

describeContract('A member of a new user that has a default', (app) => {
  test('has it by null', async () => {
    const { status, body } = await app.ask('POST', '/api/users', {
      user_name: 'ada',
      role: null,
      user_type: null,
    })
    assert.deepEqual([status, body.role, body.user_type], [201, 'Member', 'Human'])
  })
})
