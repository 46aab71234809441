import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('POST /quality-check-templates', (app) => {
  test('makes a template, with every default', async () => {
    const manager = await app.user('Manager')
    const { status, body } = await app.ask(
      'POST',
      '/api/quality-check-templates',
      { description: 'Names are there', rule: 'notNull' },
      manager,
    )
    assert.equal(status, 201, JSON.stringify(body))
    const { rule_type, coverage, filter, properties, global_tags, template_locked, is_template } = body
    assert.deepEqual(
      [rule_type, coverage, filter, properties, global_tags, template_locked, is_template],
      ['notNull', 1, null, {}, [], false, true],
    )
    assert.deepEqual([body.template_checks_count, body.created_by], [0, manager])
    assert.deepEqual((await app.ask('GET', `/api/quality-check-templates/${body.id}`)).body, body)
  })

  test('answers with the properties in the order in which the rule has them', async () => {
    const between = { description: 'Ages', rule: 'between', properties: { max: 99, min: 9 } }
    const { body } = await app.ask('POST', '/api/quality-check-templates', between)
    assert.deepEqual(Object.keys(body.properties), ['min', 'max'])
  })
})
