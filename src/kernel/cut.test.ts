import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginning, cut, cutToBytes } from './cut.ts'

describe('a text that is too long', () => {
  test('ends in an ellipsis, or without one where it is a name', () => {
    assert.equal(cut('abcd', 4), 'abcd')
    assert.equal(cut('abcde', 4), 'abc…')
    assert.equal(beginning('abcd', 4), 'abcd')
    assert.equal(beginning('abcde', 4), 'abcd')
  })

  test('is never cut in the middle of a character', () => {
    assert.equal(cut('ab🙂cd', 4), 'ab…')
    assert.equal(cut('a🙂bcd', 4), 'a🙂…')
    assert.equal(beginning('abc🙂', 4), 'abc')
    assert.equal(beginning('ab🙂c', 4), 'ab🙂')
  })

  test('has at most so many bytes as JSON, where those are counted', () => {
    const shorter = cutToBytes('"🙂"'.repeat(50), 100)
    assert.ok(Buffer.byteLength(JSON.stringify(shorter)) <= 100)
    assert.ok(shorter.isWellFormed() && shorter.endsWith('…'))
  })
})
