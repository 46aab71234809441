import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../harness/contract.ts'
import { makePeople } from '../harness/factories.ts'

describeContract('whole numbers beyond 2^53', (app) => {
  const long = '9007199254740993'
  const pairs = {
    additional_metadata: { ticket: JSON.rawJSON(long), more: [{ id: JSON.rawJSON(`-${long}`) }] },
  }
  const sent = `"additional_metadata":${JSON.stringify(pairs.additional_metadata)}`

  const textOf = async (path: string): Promise<string> => {
    const headers = { authorization: `Bearer ${await app.user('Admin')}` }
    return (await app.server.inject({ method: 'GET', url: path, headers })).body.replaceAll(
      /"additional_metadata":\{"more":(.*?\]),"ticket":(-?\d+)\}/g,
      '"additional_metadata":{"ticket":$2,"more":$1}',
    )
  }
  const assertKept = async (path: string): Promise<void> => {
    const text = await textOf(path)
    assert.ok(text.includes(sent), `${path}: ${text}`)
  }

  test('come back as they were sent, in the pairs of checks, templates, containers and fields', async () => {
    const { container } = await makePeople(app)
    const rule = { description: 'x', rule: 'notNull' }
    const check = await app.ask('POST', '/api/quality-checks', {
      ...rule,
      ...pairs,
      container_id: container,
      fields: ['age'],
    })
    const template = await app.ask('POST', '/api/quality-check-templates', { ...rule, ...pairs })
    const fields = await app.ask('GET', `/api/fields?container=${container}`)
    const field = fields.body.items[0].id
    const computed = await app.ask('POST', '/api/computed-fields', {
      ...pairs,
      container_id: container,
      name: 'older',
      transformation: 'customExpression',
      properties: { column_expression: 'age + 1' },
    })
    const put = await app.ask('PUT', `/api/containers/${container}`, { container_type: 'file', ...pairs })
    const named = await app.ask('PUT', `/api/fields/${field}`, pairs)
    const statuses = [check, template, computed, put, named].map(({ status }) => status)
    assert.deepEqual(statuses, [201, 201, 201, 200, 200])
    await assertKept(`/api/quality-checks/${check.body.id}`)
    await assertKept(`/api/quality-checks?container=${container}`)
    await assertKept(`/api/quality-checks/${check.body.id}/versions`)
    await assertKept(`/api/quality-check-templates/${template.body.id}`)
    await assertKept(`/api/containers/${container}`)
    await assertKept(`/api/fields/${field}`)
  })

  test('are put into SQL with all their digits, where they are the value of a variable', async () => {
    const { datastore } = await makePeople(app)
    const asked = { type: 'scan', datastore_id: datastore, check_variables: { most: JSON.rawJSON(long) } }
    const run = await app.ask('POST', '/api/operations/run', asked)
    assert.deepEqual([run.status, run.body.check_variables], [200, { most: long }])
  })
})
