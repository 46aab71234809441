import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'

describeContract('GET /quality-check-templates', (app) => {
  before(async () => {
    for (const members of [
      { description: 'First', rule: 'notNull', tags: ['gold'] },
      { description: 'Second', rule: 'unique', template_locked: true },
    ])
      assert.equal((await app.ask('POST', '/api/quality-check-templates', members)).status, 201)
  })
  const found = async (query: string) =>
    (await app.ask('GET', `/api/quality-check-templates${query}`)).body.items.map(
      ({ description }: { description: string }) => description,
    )

  test('has the templates, oldest first, by any filter', async () => {
    assert.deepEqual(await found(''), ['First', 'Second'])
    assert.deepEqual(await found('?rule_type=unique'), ['Second'])
    assert.deepEqual(await found('?tag=gold'), ['First'])
    assert.deepEqual(await found('?template_locked=true'), ['Second'])
    assert.deepEqual(await found('?template_locked=false'), ['First'])
    assert.deepEqual(await found('?search=sec'), ['Second'])
    assert.deepEqual(await found('?size=1&page=2'), ['Second'])
  })

  test('stands in the list of checks too, for clients that ask for templates there', async () => {
    const listed = async (query: string) =>
      (await app.ask('GET', `/api/quality-checks${query}`)).body.items.map(
        ({ description, is_template }: { description: string; is_template: boolean }) => [
          description,
          is_template,
        ],
      )
    assert.deepEqual(await listed('?template_only=true&size=100'), [
      ['First', true],
      ['Second', true],
    ])
    assert.deepEqual(await listed('?template_only=true&template_locked=true&rule_type=unique'), [
      ['Second', true],
    ])
    assert.deepEqual(await listed(''), [])
  })
})
