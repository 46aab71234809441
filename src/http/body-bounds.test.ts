import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsTooMany } from './body-bounds.ts'

const isJustEnough = (text: string, values: number) =>
  !holdsTooMany(text, values) && holdsTooMany(text, values - 1)

test('values are counted without parsing, each of a list, of an object and of what is nested; an empty list as two', () => {
  for (const [text, values] of [
    ['5', 1],
    ['[1]', 2],
    ['[1,2,3]', 4],
    ['{"a":[1,2],"b":{"c":null}}', 6],
    ['[[],[1],{"a":1}]', 7],
  ] as const) {
    assert.ok(isJustEnough(text, values), text)
  }
})

test('what stands inside a text is no value, however its quotes are escaped', () => {
  for (const inner of ['a,b[c{d', '\\"', '\\\\', '\\\\\\",', ',\\"[{', '\\u0022,']) {
    assert.ok(isJustEnough(`["${inner}"]`, 2), inner)
    assert.equal(typeof JSON.parse(`["${inner}"]`)[0], 'string')
  }
})

test('a text that never ends and what is no JSON are left for the parser', () => {
  for (const text of ['', '"', '"abc', '"\\', '["a', 'x'.repeat(1000)]) {
    assert.equal(holdsTooMany(text, 2), false, text.slice(0, 10))
  }
})
