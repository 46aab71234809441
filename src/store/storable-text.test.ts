import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableTemplate, storableText } from './storable-text.ts'

test('a text is kept without NUL and half characters, and with whole ones', () => {
  assert.equal(storableText('a\0b \ud83d \ud83d\ude80'), 'ab \ufffd \ud83d\ude80')
})

test('a template is kept with its fields as they are', () => {
  const field = { field: 'name\0', record: 0 }
  assert.deepEqual(storableTemplate(['a\0\udc00', field]), ['a\ufffd', field])
})
