import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonText, toJson } from './json-text.ts'

test('JSON text goes out as it is, among other members and within lists', () => {
  const list = new JsonText('[{"id":1,"name":"a \\"quoted\\" one"},9007199254740993]')
  const answer = { before: 'x', list, rows: [new JsonText('null'), { again: list }], after: { n: 1 } }
  assert.equal(
    toJson(answer),
    '{"before":"x","list":[{"id":1,"name":"a \\"quoted\\" one"},9007199254740993],"rows":[null,{"again":[{"id":1,"name":"a \\"quoted\\" one"},9007199254740993]}],"after":{"n":1}}',
  )
})

test('an answer without such parts is what JSON.stringify makes of it', () => {
  for (const value of [null, 'json-text 0."', { a: [1, { b: 'c' }], none: undefined }, []])
    assert.equal(toJson(value), JSON.stringify(value))
})

test('a part that somebody looks into is parsed', () => {
  assert.deepEqual(new JsonText('[{"id":1}]').parsed(), [{ id: 1 }])
})
