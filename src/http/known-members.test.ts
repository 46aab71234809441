import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { knownMembers } from './known-members.ts'

const inner = Type.Object({ name: Type.String() })

test('members that the schema does not name are left out, at every level', () => {
  const schema = Type.Object({
    one: inner,
    many: Type.Array(Type.Union([Type.String(), inner])),
    maybe: Type.Union([inner, Type.Null()]),
    free: Type.Record(Type.String(), Type.Unknown()),
  })
  const known = { one: { name: 'a' }, many: ['b', { name: 'c' }], maybe: null, free: { x: { y: 1 } } }
  const given = { ...known, one: { name: 'a', x: 1 }, many: ['b', { name: 'c', x: 1 }], x: '\0' }
  assert.deepEqual(knownMembers(schema, given), known)
})

test('of a union, the members of every branch are known', () => {
  const union = { type: 'object', oneOf: [Type.Object({ a: inner }), Type.Object({ b: Type.Null() })] }
  assert.deepEqual(knownMembers(union, { a: { name: 1, x: 2 }, b: {}, c: 3 }), { a: { name: 1 }, b: {} })
})

test('what does not fit stays for the validator', () => {
  for (const value of [null, 5, 'x', [1, { x: 1 }]]) assert.deepEqual(knownMembers(inner, value), value)
})
