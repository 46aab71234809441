import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { isMisspelling } from '../kernel/nearest.ts'
import { memberNames, misspelledMembers } from './misspellings.ts'

test('another letter case, singular or plural and one or two letters off are misspellings', () => {
  for (const [name, other] of [
    ['filters', 'filter'],
    ['coverge', 'coverage'],
    ['container_name', 'container_names'],
    ['datastores', 'datastore'],
    ['containerId', 'container_id'],
    ['Status', 'status'],
    ['desciption', 'description'],
  ] as const) {
    assert.ok(isMisspelling(name, other), name)
  }
})

test('short names and other words are none', () => {
  for (const [name, other] of [
    ['x', 'id'],
    ['key', 'name'],
    ['datastore_id', 'datastore'],
    ['unknown', 'name'],
    ['sort', 'search'],
    ['rule', 'role_type'],
  ] as const) {
    assert.ok(!isMisspelling(name, other), name)
  }
})

test('a misspelt member is reported with its position; members of answers and names like no other are not', () => {
  const schema = Type.Array(Type.Object({ filter: Type.String(), anything: Type.Optional(Type.Unknown()) }))
  const value = [{ filter: 'x' }, { filters: 'x', color: 1, anythin: 1 }]
  const found = misspelledMembers(
    schema,
    value,
    'body',
    memberNames([Type.Object({ inner: Type.Object({ anythin: Type.Null() }) })]),
  )
  assert.deepEqual(found, [
    {
      loc: ['body', 1, 'filters'],
      msg: 'filters is not known here; did you mean filter?',
      type: 'unknown_member',
    },
  ])
})
